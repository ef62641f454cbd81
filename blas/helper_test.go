package blas

import (
	"fmt"
	"math"
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
)

// eachRow runs f once for every row of the kernel table that this machine has; under the race
// detector for the first and the last.
func eachRow(t *testing.T, f func(t *testing.T)) {
	names := Kernels()
	if raceEnabled && len(names) > 2 {
		names = []string{names[0], names[len(names)-1]}
	}
	for _, name := range names {
		t.Run("kernel="+name, func(t *testing.T) {
			restore, err := Select(name)
			if err != nil {
				t.Fatal(err)
			}
			defer restore()
			f(t)
		})
	}
}

// eachType runs both instances of a test for every row of the kernel table, as eachRow does.
func eachType(t *testing.T, float64s, float32s func(t *testing.T)) {
	eachRow(t, func(t *testing.T) {
		t.Run("float64", float64s)
		t.Run("float32", float32s)
	})
}

// sizes are awkward with respect to every panel width and micro-tile.
func sizes() []int {
	w := row[float64]().W
	mr := w * row[float64]().MR
	s := []int{0, 1, 2, 3, 5, w - 1, w, w + 1, mr - 1, mr, mr + 1, 2*mr + w - 1}
	var out []int
	for _, n := range s {
		seen := false
		for _, o := range out {
			seen = seen || o == n
		}
		if !seen {
			out = append(out, n)
		}
	}
	return out
}

// guarded is a matrix inside a larger one whose every other element is a sentinel.
type guarded[T dense.Float] struct {
	dense.Matrix[T]
	all []T
}

const sentinel = -7.25e6

// guard returns a copy of m with a stride of Cols + pad and sentinels around it.
func guard[T dense.Float](m dense.Matrix[T], pad int) guarded[T] {
	stride := max(1, m.Cols+pad)
	const border = 19
	g := guarded[T]{all: make([]T, border+m.Rows*stride+border)}
	for i := range g.all {
		g.all[i] = sentinel
	}
	g.Matrix = dense.Matrix[T]{Rows: m.Rows, Cols: m.Cols, Stride: stride}
	if m.Rows > 0 && m.Cols > 0 {
		g.Data = g.all[border : border+(m.Rows-1)*stride+m.Cols]
	}
	g.CopyFrom(m)
	return g
}

// intact reports an error if anything outside the matrix was written.
func (g guarded[T]) intact() error {
	n := 0
	for _, v := range g.all {
		if v == sentinel {
			n++
		}
	}
	if want := len(g.all) - g.Rows*g.Cols; n != want {
		return fmt.Errorf("%d of %d guard elements overwritten", want-n, want)
	}
	return nil
}

// hide returns a copy of a square matrix with NaN outside the triangle u.
func hide[T dense.Float](u Uplo, m dense.Matrix[T]) dense.Matrix[T] {
	c := m.Clone()
	for i := range c.Rows {
		for j := range c.Cols {
			if u == Lower && j > i || u == Upper && j < i {
				c.Set(i, j, T(math.NaN()))
			}
		}
	}
	return c
}

// hidden reports an error if an element outside the triangle u is not NaN, as hide left it.
func hidden[T dense.Float](u Uplo, m dense.Matrix[T]) error {
	for i := range m.Rows {
		for j := range m.Cols {
			if outside := u == Lower && j > i || u == Upper && j < i; outside && m.At(i, j) == m.At(i, j) {
				return fmt.Errorf("(%d,%d) of the other triangle was written", i, j)
			}
		}
	}
	return nil
}

func nan[T dense.Float]() T { return T(math.NaN()) }

// right fails unless a ratio is below LAPACK's limit; NaN is not.
func right(t *testing.T, ratio float64, format string, args ...any) {
	t.Helper()
	if !(ratio < oracle.Limit) {
		t.Errorf("%s: ratio %g", fmt.Sprintf(format, args...), ratio)
	}
}

var (
	uplos      = []Uplo{Lower, Upper}
	transposes = []Transpose{NoTrans, Trans}
)
