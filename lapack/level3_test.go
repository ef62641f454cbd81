package lapack

import (
	"context"
	"math"
	"testing"

	"heddle/blas"
	"heddle/dense"
	"heddle/internal/oracle"
	"heddle/task"
	"heddle/tile"
)

var (
	transposes = []blas.Transpose{blas.NoTrans, blas.Trans}
	scalars    = []float64{0, 1, -1, 0.5}
)

// operand returns a random matrix whose op is rows x cols, cut into tiles whose op is mb x nb.
func operand(trans blas.Transpose, rows, cols, mb, nb int, s uint64) (dense.Matrix[float64], *tile.Grid[float64]) {
	r, c := opIndex(trans, rows, cols)
	br, bc := opIndex(trans, mb, nb)
	m := dense.Random[float64](r, c, s)
	return m, tile.Cut(m, br, bc)
}

func run(t *testing.T, rt *task.Runtime, f func(*task.Scope)) {
	t.Helper()
	if err := rt.Run(context.Background(), f); err != nil {
		t.Fatal(err)
	}
}

func TestGemm(t *testing.T) {
	type shape struct{ m, n, k int }
	shapes := []shape{{1, 1, 1}, {13, 9, 22}, {10, 21, 5}, {7, 5, 0}, {0, 4, 3}, {4, 0, 3}}
	runtimes(t, func(t *testing.T, rt *task.Runtime) {
		for _, sh := range shapes {
			for _, ta := range transposes {
				for _, tb := range transposes {
					for _, alpha := range scalars {
						for _, beta := range scalars {
							a, ga := operand(ta, sh.m, sh.k, 5, 7, 1)
							b, gb := operand(tb, sh.k, sh.n, 7, 4, 2)
							c := dense.Random[float64](sh.m, sh.n, 3)
							got := c.Clone()
							if beta == 0 {
								got.Fill(math.NaN())
							}
							run(t, rt, func(s *task.Scope) { Gemm(s, ta, tb, alpha, ga, gb, beta, tile.Cut(got, 5, 4)) })
							if r := oracle.GemmRatio(ta == blas.Trans, tb == blas.Trans, alpha, a, b, beta, c, got); !(r < oracle.Limit) {
								t.Errorf("%v ta=%v tb=%v alpha=%g beta=%g: ratio %g", sh, ta, tb, alpha, beta, r)
							}
						}
					}
				}
			}
		}
	})
}

func TestSyrk(t *testing.T) {
	runtimes(t, func(t *testing.T, rt *task.Runtime) {
		for _, n := range []int{1, 8, 19} {
			for _, k := range []int{0, 3, 14} {
				for _, uplo := range triangles {
					for _, trans := range transposes {
						for _, beta := range scalars {
							a, ga := operand(trans, n, k, 8, 5, 1)
							c := dense.Random[float64](n, n, 3)
							got := guarded(uplo, c)
							run(t, rt, func(s *task.Scope) { Syrk(s, uplo, trans, 0.5, ga, beta, tile.Cut(got, 8, 8)) })
							want := c.Clone()
							oracle.Gemm(trans == blas.Trans, trans != blas.Trans, 0.5, a, a, beta, want)
							for i := range n {
								for j := range n {
									if i != j && (i > j) != (uplo == blas.Lower) {
										continue
									}
									if d := math.Abs(got.At(i, j) - want.At(i, j)); !(d < 30*oracle.Eps[float64]()*float64(k+2)) {
										t.Fatalf("n=%d k=%d %v %v beta=%g: off by %g at (%d,%d)", n, k, uplo, trans, beta, d, i, j)
									}
								}
							}
							if !intact(uplo, got) {
								t.Errorf("n=%d k=%d %v: wrote outside the triangle", n, k, uplo)
							}
						}
					}
				}
			}
		}
	})
}

func TestTrsm(t *testing.T) {
	runtimes(t, func(t *testing.T, rt *task.Runtime) {
		for _, n := range []int{1, 6, 23} {
			for _, uplo := range triangles {
				a := guarded(uplo, dense.SPD[float64](n, seed))
				for _, trans := range transposes {
					for _, diag := range []blas.Diag{blas.NonUnit, blas.Unit} {
						for _, alpha := range []float64{1, -0.5, 0} {
							checkTrsm(t, rt, blas.Left, uplo, trans, diag, alpha, a)
							checkTrsm(t, rt, blas.Right, uplo, trans, diag, alpha, a)
						}
					}
				}
			}
		}
	})
}

func checkTrsm(t *testing.T, rt *task.Runtime, side blas.Side, uplo blas.Uplo, trans blas.Transpose, diag blas.Diag, alpha float64, a dense.Matrix[float64]) {
	t.Helper()
	if diag == blas.Unit { // small, or the solution grows without bound
		a = a.Clone()
		for i := range a.Rows {
			for j := range a.Cols {
				a.Set(i, j, a.At(i, j)/float64(2*a.Rows))
			}
			a.Set(i, i, math.NaN()) // not read
		}
	}
	n := a.Rows
	b := dense.Random[float64](n, 11, 5)
	nb := 4
	if side == blas.Right {
		b, nb = dense.Random[float64](11, n, 5), 5
	}
	x := b.Clone()
	grid := tile.Cut(x, 5, nb)
	run(t, rt, func(s *task.Scope) { Trsm(s, side, uplo, trans, diag, alpha, tile.Cut(a, 5, 5), grid) })
	r := oracle.TrsmRatio(side == blas.Left, uplo, trans == blas.Trans, diag == blas.Unit, alpha, a, b, x)
	if !(r < oracle.Limit) {
		t.Errorf("n=%d side=%v %v trans=%v diag=%v alpha=%g: ratio %g", n, side, uplo, trans, diag, alpha, r)
	}
}

func TestTilesMustMatch(t *testing.T) {
	rt := task.New(task.Config{Workers: 1})
	defer rt.Close()
	m := dense.Random[float64](12, 12, 1)
	cut := func(mb, nb int) *tile.Grid[float64] { return tile.Cut(m, mb, nb) }
	for name, f := range map[string]func(s *task.Scope){
		"gemm rows":  func(s *task.Scope) { Gemm(s, blas.NoTrans, blas.NoTrans, 1, cut(4, 4), cut(4, 4), 0, cut(5, 4)) },
		"gemm inner": func(s *task.Scope) { Gemm(s, blas.NoTrans, blas.NoTrans, 1, cut(4, 4), cut(5, 4), 0, cut(4, 4)) },
		"syrk":       func(s *task.Scope) { Syrk(s, blas.Lower, blas.NoTrans, 1, cut(5, 4), 0, cut(4, 4)) },
		"trsm a":     func(s *task.Scope) { Trsm(s, blas.Left, blas.Lower, blas.NoTrans, blas.Unit, 1, cut(5, 4), cut(4, 4)) },
		"trsm b":     func(s *task.Scope) { Trsm(s, blas.Left, blas.Lower, blas.NoTrans, blas.Unit, 1, cut(5, 5), cut(4, 4)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			_ = rt.Run(context.Background(), f)
		}()
	}
}
