package stencil

import (
	"fmt"
	"math"
	"testing"

	"heddle/dense"
)

// entries27 are the entries of the operator with values that all differ, so that none can be
// taken for another.
func entries27(nx, ny, nz int) func(e []Entry, i int) []Entry {
	return func(e []Entry, i int) []Entry {
		for j := range nx * ny * nz {
			dx, dy, dz := i%nx-j%nx, i/nx%ny-j/nx%ny, i/nx/ny-j/nx/ny
			if dx*dx <= 1 && dy*dy <= 1 && dz*dz <= 1 {
				v := dense.Uniform(1, i, j) - 0.5
				if i == j {
					v += 30
				}
				e = append(e, Entry{j, v})
			}
		}
		return e
	}
}

func build(rows int, row func([]Entry, int) []Entry) *Matrix {
	m, err := New(rows, row)
	if err != nil {
		panic(err)
	}
	return m
}

// cases are a matrix each: stencils of all shapes, a band, and one without structure.
func cases() map[string]*Matrix {
	c := map[string]*Matrix{}
	for _, n := range [][3]int{{1, 1, 1}, {1, 2, 1}, {2, 2, 2}, {1, 4, 3}, {2, 3, 5}, {3, 3, 3}, {4, 3, 5}, {7, 4, 4}, {16, 5, 3}} {
		rows := n[0] * n[1] * n[2]
		c[fmt.Sprint(n)] = build(rows, entries27(n[0], n[1], n[2]))
	}
	c["random"] = build(60, func(e []Entry, i int) []Entry {
		for j := range 60 {
			if i == j || dense.Uniform(2, i, j) < 0.1 {
				e = append(e, Entry{j, 1 + dense.Uniform(3, i, j)})
			}
		}
		return e
	})
	return c
}

// full returns the elements of m, as Multiply sees them.
func full(m *Matrix) [][]float64 {
	a := make([][]float64, m.Rows)
	for i := range a {
		a[i] = make([]float64, m.Rows)
	}
	x, y := m.NewVector(), m.NewVector()
	for j := range m.Rows {
		x.Rows[j] = 1
		m.Multiply(y, x, 0, m.Rows, -1)
		x.Rows[j] = 0
		for i := range a {
			a[i][j] = y.Rows[i]
		}
	}
	return a
}

func fill(v Vector, seed uint64) Vector {
	for i := range v.Rows {
		v.Rows[i] = dense.Uniform(seed, 0, i) - 0.5
	}
	return v
}

// near fails unless got is want up to rounding of the sum of 30 products below size.
func near(t *testing.T, what string, got, want []float64, size float64) {
	t.Helper()
	for i := range want {
		if d := math.Abs(got[i] - want[i]); !(d < 30*0x1p-52*size) {
			t.Fatalf("%s: element %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

func TestNew(t *testing.T) {
	for _, n := range [][3]int{{1, 1, 1}, {2, 3, 1}, {4, 5, 3}} {
		rows := n[0] * n[1] * n[2]
		entry := entries27(n[0], n[1], n[2])
		a := full(build(rows, entry))
		for i := range rows {
			want := make([]float64, rows)
			for _, e := range entry(nil, i) {
				want[e.Col] = e.Value
			}
			near(t, fmt.Sprintf("%v: row %d", n, i), a[i], want, 1e-30)
		}
	}
}

func TestKernels(t *testing.T) {
	for name, m := range cases() {
		a := full(m)
		x, r, got := fill(m.NewVector(), 5), fill(m.NewVector(), 6), m.NewVector()
		want := make([]float64, m.Rows)
		for i := range want {
			want[i] = 0
			for j, v := range a[i] {
				want[i] += v * x.Rows[j]
			}
		}
		m.Multiply(got, x, 0, m.Rows, -1)
		near(t, name+": Multiply", got.Rows, want, 60)
		symgs := append([]float64(nil), x.Rows...)
		for s := range 2 * m.Rows {
			i := s
			if s >= m.Rows {
				i = 2*m.Rows - 1 - s
			}
			sum := r.Rows[i] + a[i][i]*symgs[i]
			for j, v := range a[i] {
				sum -= v * symgs[j]
			}
			symgs[i] = sum / a[i][i]
		}
		m.Above(got, x, 0, m.Rows, 0)
		m.ForwardFrom(x, r, got, 0, m.Rows, m.Rows-1)
		m.BackwardFrom(x, got, 0, m.Rows, 0)
		near(t, name+": symmetric Gauss-Seidel", x.Rows, symgs, 60)
		zero := m.NewVector()
		m.Above(got, zero, 0, m.Rows, -1)
		m.ForwardFrom(zero, r, got, 0, m.Rows, -1)
		m.BackwardFrom(zero, got, 0, m.Rows, -1)
		m.Forward(x, r, 0, m.Rows, -1)
		copy(got.Rows, x.Rows)
		m.Backward(x, 0, m.Rows, -1)
		near(t, name+": symmetric Gauss-Seidel from 0", x.Rows, zero.Rows, 60)
		residual(t, name, m, r, x, got, a)
	}
}

// residual checks Residual of all lines, for x after Backward and before.
func residual(t *testing.T, name string, m *Matrix, r, x, before Vector, a [][]float64) {
	t.Helper()
	line := m.Rows
	if m.wide != nil {
		line = m.wide.nx
	}
	for first := 0; first < m.Rows; first += line {
		to := make([]float64, (line+1)/2)
		m.Residual(to, r, x, before, make([]float64, line), first, first)
		for k, v := range to {
			want := r.Rows[first+2*k]
			for j, w := range a[first+2*k] {
				want -= w * x.Rows[j]
			}
			near(t, fmt.Sprintf("%s: Residual in row %d", name, first+2*k), []float64{v}, []float64{want}, 60)
		}
	}
}

func BenchmarkKernels(b *testing.B) {
	for _, n := range []int{16, 32, 104} {
		m, err := Laplace27(n, n, n, 26)
		if err != nil {
			b.Fatal(err)
		}
		x, y, r := fill(m.NewVector(), 1), m.NewVector(), fill(m.NewVector(), 2)
		for _, c := range []struct {
			name string
			half float64
			f    func()
		}{
			{"Multiply", 2, func() { m.Multiply(y, x, 0, n*n*n, -1) }},
			{"Above", 1, func() { m.Above(y, x, 0, n*n*n, -1) }},
			{"Forward", 1, func() { m.Forward(x, r, 0, n*n*n, -1) }},
			{"ForwardFrom", 1, func() { m.ForwardFrom(x, r, y, 0, n*n*n, -1) }},
			{"Backward", 1, func() { m.Backward(x, 0, n*n*n, -1) }},
			{"BackwardFrom", 1, func() { m.BackwardFrom(x, y, 0, n*n*n, -1) }},
		} {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				for b.Loop() {
					c.f()
				}
				b.ReportMetric(float64(m.NNZ)*c.half*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
			})
		}
	}
}
