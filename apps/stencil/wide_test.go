package stencil

import (
	"fmt"
	"math"
	"testing"
)

// Work on some lines must not depend on, nor read, elements of x in lines that they have no
// entries in: those are NaN here, and a product of NaN and a zero is NaN.
func TestReadsOnlyNeighbours(t *testing.T) {
	for _, n := range [][3]int{{3, 3, 3}, {4, 5, 3}, {5, 4, 6}} {
		nx, ny, lines := n[0], n[1], n[1]*n[2]
		m := build(nx*lines, entries27(nx, ny, n[2]))
		if m.wide == nil {
			t.Fatalf("%v is not stored in wide rows", n)
		}
		for from := range lines {
			for _, to := range []int{from + 1, min(from+3, lines), lines} {
				x := m.NewVector()
				for i := range x.Rows {
					x.Rows[i] = math.NaN()
				}
				for l := from; l < to; l++ {
					for k := range lines {
						dy, dz := l%ny-k%ny, l/ny-k/ny
						if dy*dy <= 1 && dz*dz <= 1 {
							clear(x.Rows[k*nx:][:nx])
						}
					}
				}
				finite(t, fmt.Sprintf("%v: lines %d to %d", n, from, to), m, x, from, to)
			}
		}
	}
}

// finite fails if a kernel makes anything but 0 of the lines from <= l < to.
func finite(t *testing.T, what string, m *Matrix, x Vector, from, to int) {
	t.Helper()
	nx := m.wide.nx
	lo, hi := from*nx, to*nx
	r, y := m.NewVector(), m.NewVector()
	half, work := make([]float64, (nx+1)/2), make([]float64, nx)
	for name, f := range map[string]func() []float64{
		"Multiply":     func() []float64 { m.Multiply(y, x, lo, hi, -1); return y.Rows[lo:hi] },
		"Above":        func() []float64 { m.Above(y, x, lo, hi, -1); return y.Rows[lo:hi] },
		"Forward":      func() []float64 { m.Forward(x, r, lo, hi, -1); return x.Rows[lo:hi] },
		"ForwardFrom":  func() []float64 { m.ForwardFrom(x, r, r, lo, hi, -1); return x.Rows[lo:hi] },
		"Backward":     func() []float64 { m.Backward(x, lo, hi, -1); return x.Rows[lo:hi] },
		"BackwardFrom": func() []float64 { m.BackwardFrom(x, r, lo, hi, -1); return x.Rows[lo:hi] },
		"Residual":     func() []float64 { m.Residual(half, r, x, x, work, lo, -1); return half },
	} {
		for i, v := range f() {
			if v != 0 {
				t.Fatalf("%s: %s gives %v in row %d, want 0", what, name, v, lo+i)
			}
		}
	}
}

// A matrix with the right distances and an entry that leaves its line is packed.
func TestNewPacked(t *testing.T) {
	entry := entries27(4, 4, 4)
	m := build(64, func(e []Entry, i int) []Entry {
		e = entry(e, i)
		if i == 3 {
			for k := range e {
				if e[k].Col == 3 {
					e = append(e[:k+1], append([]Entry{{4, 7}}, e[k+1:]...)...)
					break
				}
			}
		}
		return e
	})
	if m.wide != nil {
		t.Fatal("stored in wide rows")
	}
	if got := full(m)[3][4]; got != 7 {
		t.Errorf("element (3,4) is %v, want 7", got)
	}
}
