package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// seed starts every random stream of these tests; a failure prints it.
const seed = 1

// rows returns every row that the machine runs, and the Go twins of the widths that only
// assembly uses.
func rows[T Float]() []*Kernel[T] {
	twins := []*Kernel[T]{goRow[T]("go8", 8), goRow[T]("go16", 16)}
	var z T
	if unsafe.Sizeof(z) == 8 {
		return append(any(Rows64()).([]*Kernel[T]), twins...)
	}
	return append(any(Rows32()).([]*Kernel[T]), twins...)
}

// each runs f as a subtest for every row of both element types.
func each(t *testing.T, f64 func(*testing.T, *Kernel[float64]), f32 func(*testing.T, *Kernel[float32])) {
	for _, k := range rows[float64]() {
		t.Run("float64/"+k.Name, func(t *testing.T) { f64(t, k) })
	}
	for _, k := range rows[float32]() {
		t.Run("float32/"+k.Name, func(t *testing.T) { f32(t, k) })
	}
}

func eps[T Float]() float64 {
	var z T
	if unsafe.Sizeof(z) == 8 {
		return 0x1p-53
	}
	return 0x1p-24
}

// margin is how many elements of NaN stand before and after every operand.
const margin = 64

// buffer is an operand between two margins. Every element is a NaN until it is set, so that a
// value read outside the operand shows in the result and one written there is found by compare.
type buffer[T Float] struct {
	all []T // margins included
	v   []T // the operand
}

// newBuffer returns an operand of n elements whose first element lies off elements after a
// multiple of 64 bytes.
func newBuffer[T Float](n, off int) buffer[T] {
	size := int(unsafe.Sizeof(*new(T)))
	s := make([]T, n+2*margin+off+64/size)
	for i := range s {
		s[i] = T(math.NaN())
	}
	skip := int(-uintptr(unsafe.Pointer(&s[margin]))&63) / size
	lo := margin + skip + off
	return buffer[T]{s[lo-margin : lo+n+margin], s[lo : lo+n : lo+n+1]}
}

// p returns the address of element i, which may be one past the end.
func (b buffer[T]) p(i int) *T { return &b.all[margin+i] }

// clone copies b, alignment included.
func (b buffer[T]) clone(off int) buffer[T] {
	c := newBuffer[T](len(b.v), off)
	copy(c.all, b.all)
	return c
}

// fill sets the elements that index names for i < m, j < n to values in [-1, 1).
func fill[T Float](r *rand.Rand, b buffer[T], m, n int, index func(i, j int) int) {
	for i := range m {
		for j := range n {
			b.v[index(i, j)] = T(2*r.Float64() - 1)
		}
	}
}

// compare fails where got differs from want by more than tol, or at all where want is NaN (a
// place that may not be written).
func compare[T Float](t *testing.T, what string, got, want buffer[T], tol float64) {
	t.Helper()
	for i, w := range want.all {
		g := got.all[i]
		if w != w && g == g {
			t.Fatalf("%s: wrote %v outside, at %d of %d (seed %d)", what, g, i-margin, len(got.v), seed)
		}
		if w == w && !(math.Abs(float64(g)-float64(w)) <= tol) {
			t.Fatalf("%s: got %v, want %v at %d of %d (seed %d)", what, g, w, i-margin, len(got.v), seed)
		}
	}
}

// panel is the index of element (r, c) in the format P_w of a matrix of k columns, panels at
// distance as.
func panel(w, as int) func(r, c int) int {
	return func(r, c int) int { return r/w*as + c*w + r%w }
}

// rowMajor is the index of element (r, c) of a row-major matrix.
func rowMajor(ld int) func(r, c int) int {
	return func(r, c int) int { return r*ld + c }
}
