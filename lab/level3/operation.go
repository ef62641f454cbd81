package level3

import (
	"math"

	"heddle/blas"
	"heddle/dense"
)

// operation is one routine on operands of one size. Some routines overwrite their input: they
// have several copies of it, so that several calls can be timed together.
type operation struct {
	flops   float64
	copies  int
	again   bool           // a copy can be used again without being restored
	restore func(slot int) // puts the input of a call into its copy
	call    func(slot int) error
	// check returns the residual ratio of copy 0 after calls calls since restore.
	check func(calls int) float64
}

// eps is the relative machine epsilon of float64 (LAPACK: dlamch 'Epsilon').
const eps = 1.0 / (1 << 53)

// matrix is short for what every operand is.
type matrix = dense.Matrix[float64]

// routine makes an operation of order n, or an error if its operands cannot be had.
type routine struct {
	name string
	make func(n int, seed uint64) (*operation, error)
}

var routines = []routine{
	{"gemm", gemm},
	{"syrk", syrk},
	{"trsm", trsm},
	{"potrf", potrf},
}

// Routines lists what Spec can measure.
func Routines() []string {
	names := make([]string, len(routines))
	for i, r := range routines {
		names[i] = r.name
	}
	return names
}

// operands returns count matrices of order n.
func operands(n, count int) ([]matrix, error) {
	m := make([]matrix, count)
	for i := range m {
		var err error
		if m[i], err = dense.Make[float64](n, n); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// gemm is C += A*B, 2n^3 flops.
func gemm(n int, seed uint64) (*operation, error) {
	m, err := operands(n, 4)
	if err != nil {
		return nil, err
	}
	a, b, c0, c := m[0], m[1], m[2], m[3]
	for i, x := range m[:3] {
		x.FillRandom(seed + uint64(i))
	}
	x := vector(n, seed)
	want := times(a, times(b, x))
	scale := a.InfNorm() * b.InfNorm() * norm(x)
	return &operation{
		flops:   2 * cube(n),
		copies:  1,
		again:   true,
		restore: func(int) { c.CopyFrom(c0) },
		call: func(int) error {
			blas.Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 1, c)
			return nil
		},
		check: func(calls int) float64 {
			got, before := times(c, x), times(c0, x)
			worst := 0.0
			for i := range got {
				worst = math.Max(worst, math.Abs(got[i]-before[i]-float64(calls)*want[i]))
			}
			return worst / (float64(n+calls) * eps * (float64(calls)*scale + c0.InfNorm()*norm(x)))
		},
	}, nil
}

// syrk is C += A*A' on the lower triangle, n^2(n+1) flops.
func syrk(n int, seed uint64) (*operation, error) {
	m, err := operands(n, 3)
	if err != nil {
		return nil, err
	}
	a, c0, c := m[0], m[1], m[2]
	a.FillRandom(seed)
	c0.FillSPD(seed + 1)
	x := vector(n, seed)
	want := times(a, times(a.Transposed(), x))
	scale := a.InfNorm() * a.OneNorm() * norm(x)
	return &operation{
		flops:   cube(n) + float64(n)*float64(n),
		copies:  1,
		again:   true,
		restore: func(int) { c.CopyFrom(c0) },
		call: func(int) error {
			blas.Syrk(blas.Lower, blas.NoTrans, 1, a, 1, c)
			return nil
		},
		check: func(calls int) float64 {
			got, before := symmetricTimes(c, x), symmetricTimes(c0, x)
			worst := 0.0
			for i := range got {
				worst = math.Max(worst, math.Abs(got[i]-before[i]-float64(calls)*want[i]))
			}
			return worst / (float64(n+calls) * eps * (float64(calls)*scale + c0.InfNorm()*norm(x)))
		},
	}, nil
}

// trsm is X*L' = B, n^3 flops, X overwriting B.
func trsm(n int, seed uint64) (*operation, error) {
	copies := copiesOf(n)
	m, err := operands(n, 2+copies)
	if err != nil {
		return nil, err
	}
	l, b, xs := m[0], m[1], m[2:]
	l.FillSPD(seed) // its lower triangle, with n on the diagonal, is well conditioned
	b.FillRandom(seed + 1)
	y := vector(n, seed)
	lower := lowerTimes(l, y, true)
	want := times(b, y)
	scale := l.InfNorm() * norm(y)
	return &operation{
		flops:   cube(n),
		copies:  copies,
		restore: func(slot int) { xs[slot].CopyFrom(b) },
		call: func(slot int) error {
			blas.Trsm(blas.Right, blas.Lower, blas.Trans, blas.NonUnit, 1, l, xs[slot])
			return nil
		},
		check: func(int) float64 {
			return distance(times(xs[0], lower), want) / (float64(n) * eps * xs[0].InfNorm() * scale)
		},
	}, nil
}

// potrf is A = L*L', n^3/3 flops, L overwriting the lower triangle of A.
func potrf(n int, seed uint64) (*operation, error) {
	copies := copiesOf(n)
	m, err := operands(n, 1+copies)
	if err != nil {
		return nil, err
	}
	a, ls := m[0], m[1:]
	a.FillSPD(seed)
	x := vector(n, seed)
	want := symmetricTimes(a, x)
	scale := a.SymOneNorm(dense.Lower) * norm(x)
	return &operation{
		flops:   cube(n) / 3,
		copies:  copies,
		restore: func(slot int) { ls[slot].CopyFrom(a) },
		call:    func(slot int) error { return blas.Potrf(blas.Lower, ls[slot]) },
		check: func(int) float64 {
			got := lowerTimes(ls[0], lowerTimes(ls[0], x, true), false)
			return distance(got, want) / (float64(n) * eps * scale)
		},
	}, nil
}

// copiesOf is how many copies of an operand of order n stay in a second-level cache.
func copiesOf(n int) int { return min(max(1, (512<<10)/(8*n*n)), 64) }

func cube(n int) float64 { return float64(n) * float64(n) * float64(n) }
