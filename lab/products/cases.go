package products

import (
	"context"
	"fmt"
	"math"
	"time"

	"heddle/blas"
	"heddle/dense"
	"heddle/gemm"
	"heddle/lab"
)

// operands are those of all cases of a table: C is overwritten by each.
type operands[T dense.Float] struct {
	ta, tb  blas.Transpose
	a, b, c dense.Matrix[T]
	packed  *blas.Packed[T] // of op(A), where a case needs it
	// x is a random vector, want op(A)*(op(B)*x) and scale a bound of its rounding: products are
	// checked by applying them to x (Freivalds, 1977).
	x, want, scale []float64
}

func newOperands[T dense.Float](s Shape, seed uint64) (o *operands[T], err error) {
	o = &operands[T]{}
	make := func(rows, cols int, trans bool) (m dense.Matrix[T]) {
		if trans {
			rows, cols = cols, rows
		}
		if err == nil {
			m, err = dense.Make[T](rows, cols)
		}
		return m
	}
	if s.TransA {
		o.ta = blas.Trans
	}
	if s.TransB {
		o.tb = blas.Trans
	}
	o.a, o.b, o.c = make(s.M, s.K, s.TransA), make(s.K, s.N, s.TransB), make(s.M, s.N, false)
	if err != nil {
		return nil, fmt.Errorf("a product of %v: %w", s, err)
	}
	o.a.FillRandom(seed)
	o.b.FillRandom(seed + 1)
	o.x = vector(s.N, seed)
	y, yAbs := times(s.TransB, o.b, o.x, o.x)
	o.want, o.scale = times(s.TransA, o.a, y, yAbs)
	return o, nil
}

// vector returns n numbers in [-1, 1).
func vector(n int, seed uint64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 2*dense.Uniform(^seed, i, 0) - 1
	}
	return x
}

// times returns op(A)*x, and |op(A)|*|abs|.
func times[T dense.Float](trans bool, a dense.Matrix[T], x, abs []float64) (y, bound []float64) {
	n := a.Rows
	if trans {
		n = a.Cols
	}
	y, bound = make([]float64, n), make([]float64, n)
	for i := range a.Rows {
		for j, v := range a.Row(i) {
			r, c := i, j
			if trans {
				r, c = j, i
			}
			y[r] += float64(v) * x[c]
			bound[r] += math.Abs(float64(v)) * math.Abs(abs[c])
		}
	}
	return y, bound
}

// check returns the residual ratio of C: |C*x - op(A)*(op(B)*x)| / (k * eps * |op(A)|*|op(B)|*|x|).
func (o *operands[T]) check(k int) float64 {
	y, _ := times(false, o.c, o.x, o.x)
	worst := 0.0
	for i := range y {
		worst = math.Max(worst, math.Abs(y[i]-o.want[i])/(float64(k)*eps[T]()*math.Max(o.scale[i], math.SmallestNonzeroFloat64)))
	}
	return worst
}

// eps is the relative machine epsilon (LAPACK: lamch 'Epsilon').
func eps[T dense.Float]() float64 {
	if T(1)+T(0x1p-40) == T(1) {
		return 0x1p-24
	}
	return 0x1p-53
}

// casesOf returns one case for each mode.
func casesOf[T dense.Float](t trial) ([]lab.Case, error) {
	o, err := newOperands[T](t.shape, t.Seed)
	if err != nil {
		return nil, err
	}
	s := t.shape
	var cases []lab.Case
	for _, name := range t.Modes {
		call := multiply(t, name, o)
		packed := new(int)
		cases = append(cases, lab.Case{
			Record:  t.record(name),
			Flops:   2 * float64(s.M) * float64(s.N) * float64(s.K),
			Runtime: t.rt,
			Prepare: func() error { o.c.Fill(T(math.NaN())); return nil },
			Clock:   func(ctx context.Context) (float64, error) { return clock(ctx, func() { *packed = call() }) },
			Check:   func() (float64, error) { return o.check(s.K), nil },
			Finish:  func(r *lab.Record) { r.PackedBytes = *packed },
		})
	}
	return cases, nil
}

// multiply returns the product in the mode called name, which returns the bytes packed.
func multiply[T dense.Float](t trial, name string, o *operands[T]) func() int {
	if name == prepacked {
		o.packed = blas.Pack(blas.Left, o.ta, o.a)
		return func() int { return gemm.MultiplyPacked(t.rt, o.tb, 1, o.packed, o.b, 0, o.c).PackedBytes }
	}
	mode, _ := gemm.ParseMode(name)
	return func() int { return gemm.Multiply(t.rt, mode, o.ta, o.tb, 1, o.a, o.b, 0, o.c).PackedBytes }
}

// enough is how long the calls of one sample take together, so that the clock does not count.
const enough = 2 * time.Millisecond

// clock returns the seconds of one call of f.
func clock(ctx context.Context, f func()) (float64, error) {
	calls := 0
	start := time.Now()
	for calls == 0 || time.Since(start) < enough && ctx.Err() == nil {
		f()
		calls++
	}
	return time.Since(start).Seconds() / float64(calls), nil
}
