package blas

import (
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
)

func TestGemm(t *testing.T) {
	eachType(t, testGemm[float64], testGemm[float32])
}

func testGemm[T dense.Float](t *testing.T) {
	s := sizes()
	count := 0
	for _, m := range s {
		for _, n := range s {
			for _, k := range s {
				for _, ta := range transposes {
					for _, tb := range transposes {
						alphas, betas := []T{1, -1, 0.7, 0}, []T{0, 1, -1, 0.3}
						gemmCase(t, ta, tb, m, n, k, alphas[count%4], betas[count/4%4], count%3*5)
						count += 5 // coprime to 16 and 3: every pair of alpha, beta and every stride
					}
				}
			}
		}
	}
}

// Both sides of every threshold: blocks of k, columns and the area of the direct path.
func TestGemmBlocks(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		blockV := slabLimit(row[float64](), blockK)
		cases := [][3]int{
			{3, blockV + 1, blockK + 1}, {9, 2*blockV + 7, blockK}, {17, 31, 2*blockK + 1}, {40, 530, 140}, {300, 9, 300}, {1, 600, 300},
			{257, 257, 257}, {2, 1, 3000}, {1, 1000, 1}, {600, 1, 5}, {30, 400, 400}, {9, 410, 410}, {9, 420, 420},
		}
		if raceEnabled {
			cases = cases[:3]
		}
		for _, c := range cases {
			for _, ta := range transposes {
				for _, tb := range transposes {
					gemmCase[float64](t, ta, tb, c[0], c[1], c[2], 1, 0, 3)
					gemmCase[float64](t, ta, tb, c[0], c[1], c[2], -0.5, 1, 0)
				}
			}
		}
	})
}

// Every path of products whose operands lie 1024 elements apart, with caches of either size.
func TestGemmCollidingRows(t *testing.T) {
	old := directLimit
	defer func() { directLimit = old }()
	for _, l2 := range []int{1 << 20, 2 << 20} {
		directLimit = directLimits(l2)
		for _, ta := range transposes {
			gemmCase[float64](t, ta, NoTrans, 20, 200, 300, 1, 1, 412)
			gemmCase[float64](t, ta, NoTrans, 20, 200, 600, 1, 0, 412)
		}
	}
	if !collides(512, 512) || collides(256, 260) {
		t.Error("512 rows 512 apart do not collide, or 256 rows 260 apart do")
	}
}

// gemmCase multiplies random matrices inside guards; C starts as NaN where it must not be read.
func gemmCase[T dense.Float](t *testing.T, ta, tb Transpose, m, n, k int, alpha, beta T, pad int) {
	t.Helper()
	a, b := dense.Random[T](m, k, 1), dense.Random[T](k, n, 2)
	if ta == Trans {
		a = a.Transposed()
	}
	if tb == Trans {
		b = b.Transposed()
	}
	c0 := dense.Random[T](m, n, 3)
	if beta == 0 {
		c0.Fill(nan[T]())
	}
	ga, gb, gc := guard(a, pad), guard(b, 2*pad), guard(c0, pad)
	if alpha == 0 || k == 0 {
		ga.Fill(nan[T]())
		gb.Fill(nan[T]())
	}
	Gemm(ta, tb, alpha, ga.Matrix, gb.Matrix, beta, gc.Matrix)
	right(t, oracle.GemmRatio(ta == Trans, tb == Trans, alpha, a, b, beta, c0, gc.Matrix),
		"m=%d n=%d k=%d ta=%d tb=%d alpha=%g beta=%g pad=%d", m, n, k, ta, tb, alpha, beta, pad)
	if err := gc.intact(); err != nil {
		t.Errorf("m=%d n=%d k=%d ta=%d tb=%d pad=%d: %v", m, n, k, ta, tb, pad, err)
	}
}

func TestGemmWithoutK(t *testing.T) {
	c := dense.Random[float64](4, 3, 1)
	c.Set(1, 1, nan[float64]())
	Gemm(NoTrans, NoTrans, 1, dense.New[float64](4, 0), dense.New[float64](0, 3), 0, c)
	if c.MaxNorm() != 0 {
		t.Error("k = 0 with beta = 0 does not zero C")
	}
	c.Fill(2)
	Gemm(Trans, Trans, 1, dense.New[float64](0, 4), dense.New[float64](3, 0), 3, c)
	if c.At(3, 2) != 6 {
		t.Error("k = 0 does not scale C")
	}
}
