package blas

import (
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
)

func TestGemmPacked(t *testing.T) {
	eachType(t, testGemmPacked[float64], testGemmPacked[float32])
}

func testGemmPacked[T dense.Float](t *testing.T) {
	shapes := [][3]int{{0, 4, 3}, {4, 0, 3}, {4, 3, 0}, {1, 1, 1}, {7, 50, 33}, {50, 7, 33}, {49, 260, 70}, {40, 90, blockK + 9}}
	if raceEnabled {
		shapes = shapes[:6]
	}
	count := 0
	for _, s := range shapes {
		for _, side := range []Side{Left, Right} {
			for _, ta := range transposes {
				for _, tb := range transposes {
					packedCase(t, side, ta, tb, s[0], s[1], s[2], []T{1, -1, 0.7, 0}[count%4], []T{0, 1, -1, 0.3}[count/4%4])
					count += 5
				}
			}
		}
	}
}

func packedCase[T dense.Float](t *testing.T, side Side, ta, tb Transpose, m, n, k int, alpha, beta T) {
	t.Helper()
	a, b, c0 := dense.Random[T](m, k, 1), dense.Random[T](k, n, 2), dense.Random[T](m, n, 3)
	if ta == Trans {
		a = a.Transposed()
	}
	if tb == Trans {
		b = b.Transposed()
	}
	if beta == 0 {
		c0.Fill(nan[T]())
	}
	ga, gb, gc := guard(a, 3), guard(b, 5), guard(c0, 2)
	if side == Left {
		GemmPacked(tb, alpha, Pack(Left, ta, ga.Matrix), gb.Matrix, beta, gc.Matrix)
	} else {
		GemmPacked(ta, alpha, Pack(Right, tb, gb.Matrix), ga.Matrix, beta, gc.Matrix)
	}
	right(t, oracle.GemmRatio(ta == Trans, tb == Trans, alpha, a, b, beta, c0, gc.Matrix),
		"side=%d m=%d n=%d k=%d ta=%d tb=%d alpha=%g beta=%g", side, m, n, k, ta, tb, alpha, beta)
	if err := gc.intact(); err != nil {
		t.Error(err)
	}
}

func TestPackedBytes(t *testing.T) {
	w := PanelWidth[float64]()
	p := Pack(Right, NoTrans, dense.New[float64](10, 2*w+1))
	if p.Bytes() != 8*10*3*w || p.Side() != Right {
		t.Errorf("%d bytes on side %d, want %d on %d", p.Bytes(), p.Side(), 8*10*3*w, Right)
	}
	if len(Kernels()) < 2 {
		return
	}
	restore, err := Select(Kernels()[1])
	if err != nil {
		t.Fatal(err)
	}
	defer restore()
	defer func() {
		if recover() == nil {
			t.Error("panels of other kernels were taken")
		}
	}()
	GemmPacked(NoTrans, 1, p, dense.New[float64](3, 10), 0, dense.New[float64](3, 2*w+1))
}
