package task

// reduceBlocks is the most blocks that Reduce cuts a range into: enough for 64 workers to
// be evenly loaded, few enough that 128 calls of f over nothing stay below a microsecond.
const reduceBlocks = 128

// Reduce combines f over lo <= i < hi. The range is cut into blocks; f(lo, hi, identity)
// returns the value of a block, and the values are combined in the order of their blocks,
// from the left, beginning with identity. It returns identity where hi <= lo.
//
// The blocks depend on the range and on the schedule's chunk only: as many iterations as
// the chunk, or 1/128 of the range if that is more. So floating-point results are the same,
// bit by bit, for any number of workers, any kind of schedule and in every run. Combine
// must be associative up to what the caller minds, and need not be commutative. It is
// called on the calling goroutine; f is called on any.
//
// All else is as in [Runtime.For]. A runtime's method cannot have a type parameter, hence
// a function.
func Reduce[T any](rt *Runtime, lo, hi int, sched Schedule, identity T, f func(lo, hi int, acc T) T, combine func(a, b T) T) T {
	n := extent(lo, hi)
	if n == 0 {
		return identity
	}
	c, out := rt.seat()
	if out {
		defer rt.leave(c)
	}
	size := max(sched.unit(), (n-1)/reduceBlocks+1)
	blocks := (n-1)/size + 1
	block := func(k uint64) T {
		a := uint64(lo) + k*size
		return f(int(a), int(a+min(size, n-k*size)), identity)
	}
	acc := identity
	s := rt.solo(blocks, 1, bodyCode(f))
	depth := c.openLoop(s.code)
	defer c.closeLoop(depth)
	at := s.run(func(a, b uint64) {
		for k := a; k < b; k++ {
			acc = combine(acc, block(k))
		}
	})
	if c.closeLoop(depth); at == blocks {
		return acc
	}
	part := make([]T, blocks-at)
	sched.chunk = min(sched.chunk, 1) // of blocks
	s.share(c, sched, at, func(a, b uint64) {
		for k := a; k < b; k++ {
			part[k-at] = block(k)
		}
	})
	for _, x := range part {
		acc = combine(acc, x)
	}
	return acc
}
