package stencil

import (
	"fmt"

	"heddle/internal/sell"
)

// longest is about how many rows a run has at most: so many that parts of vectors stay in the
// first-level cache for a second pass.
const longest = 512

// A walk visits lines lo <= l < hi in runs, which are n lines that have the same groups.
type walk struct {
	w      *wide
	lo, hi int // lines still to be visited
	line   int // the run's first line
	n      int // 0 before the first run
	then   int // the line to be visited after these by whoever comes next, or -1
	ahead  int // lines from the one of the run done last to what comes then; 0: nothing
}

// walk returns a walk over rows lo <= i < hi. It panics if these are not whole lines. next is a
// row that is wanted afterwards, or negative.
func (w *wide) walk(lo, hi, next int) walk {
	if lo%w.nx != 0 || hi%w.nx != 0 {
		panic(fmt.Sprintf("stencil: rows %d to %d are not whole lines of %d", lo, hi, w.nx))
	}
	k := walk{w: w, lo: lo / w.nx, hi: hi / w.nx, then: -1}
	if next >= 0 {
		k.then = next / w.nx
	}
	return k
}

// up goes to the next run upwards, and reports whether there is one.
func (k *walk) up() bool {
	if k.lo == k.hi {
		return false
	}
	has := k.w.has
	k.line, k.n = k.lo, 1
	for k.line+k.n < k.hi && k.fits() && has[k.line+k.n] == has[k.line] {
		k.n++
	}
	k.lo += k.n
	k.fetch(k.lo, k.lo-1)
	return true
}

// down goes to the next run downwards.
func (k *walk) down() bool {
	if k.lo == k.hi {
		return false
	}
	has := k.w.has
	k.line, k.n = k.hi-1, 1
	for k.line > k.lo && k.fits() && has[k.line-1] == has[k.line] {
		k.line--
		k.n++
	}
	k.hi = k.line
	k.fetch(k.line-1, k.line)
	return true
}

// fits reports whether a run may have one more line.
func (k *walk) fits() bool { return (k.n+1)*k.w.nx <= longest }

// fetch says that the line next is wanted after the run, whose last one is the given.
func (k *walk) fetch(next, last int) {
	if k.lo == k.hi {
		next = k.then
	}
	k.ahead = 0
	if next >= 0 {
		k.ahead = next - last
	}
}

// part returns the run's elements of a vector.
func (k *walk) part(x []float64) []float64 { return x[k.line*k.w.nx:][:k.n*k.w.nx] }

// below points r to the entries of the run below the diagonal, and to what they meet in x.
func (k *walk) below(r *sell.Run, x Vector) {
	k.point(r, x, k.w.low, &k.w.dlow, k.w.has[k.line].low)
}

// above is below for the entries above the diagonal.
func (k *walk) above(r *sell.Run, x Vector) {
	k.point(r, x, k.w.up, &k.w.dup, k.w.has[k.line].up)
}

func (k *walk) point(r *sell.Run, x Vector, values []float64, d *[4]int, has uint8) {
	w := k.w
	r.N, r.Lines, r.Stride, r.Ahead = w.nx, k.n, 8*w.stride, 8*w.stride*k.ahead
	r.Values = values[k.line*w.stride:][:k.n*w.stride]
	r.Own = k.part(x.Rows)
	x.around(&r.X, d, has, k.line*w.nx, k.n*w.nx)
}
