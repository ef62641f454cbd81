package tasks

import "time"

// load is what the body of every task does. It is set between runs and only read by tasks,
// which Run starts after and ends before. It is a variable of the package, not a field, so
// that a task's closure holds its three indices alone, as a user's would.
var load struct {
	busy  bool              // bodies do anything at all
	loops int               // of spin, in a body of ordinary length
	long  int               // of spin, in one body of longEvery of the pattern "mixed"
	trace func(i, j, k int) // for tests: is told of every body
}

// Of the pattern "mixed", one body in longEvery takes longBody.
const (
	longEvery = 64
	longBody  = 100 * time.Microsecond
)

// work is the body of a task.
func work(i, j, k int) {
	if load.busy {
		toil(i, j, k, load.loops)
	}
}

// workMixed is the body of task i of the pattern "mixed".
func workMixed(i, j, k int) {
	if !load.busy {
		return
	}
	if i%longEvery == longEvery-1 {
		toil(i, j, k, load.long)
	} else {
		toil(i, j, k, load.loops)
	}
}

func toil(i, j, k, loops int) {
	if load.trace != nil {
		load.trace(i, j, k)
	}
	//lint:ignore SA4017 the time it takes is what it is for
	spin(loops)
}

// spin keeps a core busy for a time proportional to n: one multiplication and one addition
// that wait for each other, nothing in memory.
//
//go:noinline
func spin(n int) int {
	x := 1
	for i := range n {
		x = x*3 + i
	}
	return x
}

// loopsPerNs measures how many loops of spin fit into a nanosecond now: the fastest of a few
// short runs. The clock drifts, so it is measured again before every round.
func loopsPerNs() float64 {
	const loops = 10_000
	best := time.Duration(1 << 62)
	for range 9 {
		start := time.Now()
		//lint:ignore SA4017 the time it takes is what it is for
		spin(loops)
		best = min(best, time.Since(start))
	}
	return loops / float64(max(1, best.Nanoseconds()))
}

// setLoad makes bodies last about body from now on; with 0 the long ones of the pattern "mixed"
// remain if mixed is set.
func setLoad(body time.Duration, mixed bool) {
	rate := loopsPerNs()
	load.loops = int(rate * float64(body.Nanoseconds()))
	load.long = int(rate * float64(longBody.Nanoseconds()))
	load.busy = body > 0 || mixed
}
