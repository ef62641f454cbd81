package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"heddle/blas"
	"heddle/dense"
	"heddle/lapack"
	"heddle/matrixmarket"
	"heddle/task"
)

// Spec says what to solve.
type Spec struct {
	A, B, X string    // files; B empty: A times ones; X empty: the solution goes to no file
	To      io.Writer // gets the solution too; nil: it does not
	Workers int       // of the runtime; 0: GOMAXPROCS
	Pin     task.Pin
}

// Result is what is known after a system has been solved.
type Result struct {
	File    string              `json:"file"`
	Header  matrixmarket.Header `json:"-"`
	N       int                 `json:"n"`
	Columns int                 `json:"columns"` // of the right-hand side
	Stored  int                 `json:"stored"`  // entries in the file
	LogDet  float64             `json:"log_det"` // natural logarithm of A's determinant
	// Residual is the largest |b - A*x| / (n eps |A| |x|) over the columns, in the 1-norm; a
	// solution is right below 30 (LAPACK: dpot02, over n).
	Residual float64 `json:"residual"`
	ReadS    float64 `json:"read_s"`   // seconds to read and check the files
	FactorS  float64 `json:"factor_s"` // seconds to factor A
	SolveS   float64 `json:"solve_s"`  // seconds of the two triangular solves
	OK       bool    `json:"ok"`
}

// maxRatio is the largest residual of a right solution, as in LAPACK's tests.
const maxRatio = 30

// Run reads, factors, solves, checks and writes. Errors, beside those of Read: a
// *blas.NotPositiveDefiniteError wrapped with the name of the file; the cause of a cancelled
// ctx; an error for a residual that is too large, with the Result beside it.
func (s Spec) Run(ctx context.Context) (*Result, error) {
	var out *target
	if s.X != "" {
		if sameFile(s.X, s.A) {
			return nil, fmt.Errorf("%s: x would take the place of A: want another file", s.X)
		}
		var err error
		if out, err = create(s.X); err != nil {
			return nil, err
		}
		defer out.discard()
	}
	start := time.Now()
	system, err := Read(s.A, s.B)
	if err != nil {
		return nil, err
	}
	r := &Result{File: s.A, Header: system.Header, N: system.A.Rows, Columns: system.B.Cols,
		Stored: system.Header.Entries, ReadS: time.Since(start).Seconds()}
	rt := task.New(task.Config{Workers: s.Workers, Pin: s.Pin})
	defer rt.Close()
	x, err := system.solve(ctx, rt, r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.A, err)
	}
	if r.OK = r.Residual < maxRatio; !r.OK {
		return r, fmt.Errorf("%s: the solution is wrong: residual ratio %.3g, right below %d", s.A, r.Residual, maxRatio)
	}
	comment := fmt.Sprintf("solution x of A*x = b, A from %s\nresidual ratio %.3g", s.A, r.Residual)
	if s.To != nil {
		if err := writeMatrix(s.To, x, comment); err != nil {
			return r, fmt.Errorf("writing x: %w", err)
		}
	}
	if out != nil {
		if err := out.write(x, comment); err != nil {
			return r, fmt.Errorf("writing %s: %w", s.X, err)
		}
	}
	return r, nil
}

// sameFile reports whether both names are those of one file.
func sameFile(x, a string) bool {
	of, err := os.Stat(x)
	if err != nil {
		return false
	}
	other, err := os.Stat(a)
	return err == nil && os.SameFile(of, other)
}

// solve factors A in its lower triangle and returns X; it fills in the numbers of r.
func (s *System) solve(ctx context.Context, rt *task.Runtime, r *Result) (dense.Matrix[float64], error) {
	start := time.Now()
	if err := lapack.Cholesky(ctx, rt, blas.Lower, s.A); err != nil {
		return dense.Matrix[float64]{}, err
	}
	r.FactorS = time.Since(start).Seconds()
	r.LogDet = logDet(s.A)
	start = time.Now()
	x := s.B.Clone()
	if err := lapack.SolveFactored(ctx, rt, blas.Lower, s.A, x); err != nil {
		return x, err
	}
	r.SolveS = time.Since(start).Seconds()
	r.Residual = s.residual(x)
	if math.IsNaN(r.LogDet) || math.IsNaN(r.Residual) {
		return x, errors.New("numbers beyond the range of float64 came up: scale the matrix")
	}
	return x, nil
}

// logDet returns log det(L*L') = 2 * sum log l(i,i), with the rounding errors of the sum
// carried along (Neumaier, 1974): a long sum of large logarithms keeps its last digits.
func logDet(l dense.Matrix[float64]) float64 {
	sum, lost := 0.0, 0.0
	for i := range l.Rows {
		x := 2 * math.Log(l.At(i, i))
		t := sum + x
		if math.Abs(sum) >= math.Abs(x) {
			lost += (sum - t) + x
		} else {
			lost += (x - t) + sum
		}
		sum = t
	}
	return sum + lost
}

// residual returns the largest ratio over the columns of x. A is read from its upper triangle
// and Diagonal, which the factorization left alone.
func (s *System) residual(x dense.Matrix[float64]) float64 {
	const eps = 1.0 / (1 << 53)
	n := s.A.Rows
	if n == 0 {
		return 0
	}
	norm := 0.0
	worst := 0.0
	for col := range x.Cols {
		r, sums := make([]float64, n), make([]float64, n)
		size := 0.0
		for i := range n {
			xi := x.At(i, col)
			size += math.Abs(xi)
			sums[i] += math.Abs(s.Diagonal[i])
			r[i] += s.B.At(i, col) - s.Diagonal[i]*xi
			for j, v := range s.A.Row(i)[i+1:] {
				j += i + 1
				r[i] -= v * x.At(j, col)
				r[j] -= v * xi
				sums[i] += math.Abs(v)
				sums[j] += math.Abs(v)
			}
		}
		err := 0.0
		for i := range n {
			err += math.Abs(r[i])
			norm = max(norm, sums[i])
		}
		if err != 0 {
			worst = max(worst, err/(float64(n)*eps*norm*size))
		}
	}
	return worst
}
