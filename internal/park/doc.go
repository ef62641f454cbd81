// Package park puts workers to sleep and wakes them.
//
// A [Parker] blocks one goroutine until another grants it a permit; it keeps its
// goroutine's thread on a futex where there is one, which wakes in a fifth of the time
// that a channel needs. An [Eventcount] decides who sleeps: it closes the gap between a
// worker's last look for work and its falling asleep, without a lock on the path of those
// who bring work.
package park
