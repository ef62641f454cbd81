package task

import "fmt"

// Loop submits a task that runs f for consecutive ranges which together are lo <= i < hi,
// each of grain iterations but for the last; grain 0 means eight ranges a worker. The
// clauses are those of the whole: no range runs before what they name is done, and
// successors wait for all ranges. Within the loop there is no order. Loop does not wait.
//
// The ranges are tasks in a scope of their own: they may be stolen, they run in place if
// they are short, and no worker is held for the loop as such. It panics if grain < 0.
// Cost: that of GoScope, and per range that of Go3.
func (s *Scope) Loop(lo, hi, grain int, f func(lo, hi int), cl ...Clause) {
	if grain < 0 {
		panic(fmt.Sprintf("task: Loop: grain %d < 0", grain))
	}
	n := extent(lo, hi)
	size := uint64(grain)
	if size == 0 {
		size = max(1, n/uint64(8*s.rt.Workers()))
	}
	s.GoScope(func(in *Scope) {
		body := func(a, b, _ int) { f(a, b) }
		for at := uint64(0); at < n; {
			next := at + min(size, n-at)
			in.Go3(body, int(uint64(lo)+at), int(uint64(lo)+next), 0)
			at = next
		}
	}, cl...)
}
