package blas

import (
	"math"
	"slices"
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
)

// GemmPanelsRows has the sums of GemmPanels, and does not touch what lies beside C.
func TestGemmPanelsRows(t *testing.T) {
	eachType(t, testGemmPanelsRows[float64], testGemmPanelsRows[float32])
}

func testGemmPanelsRows[T dense.Float](t *testing.T) {
	shapes := [][3]int{{64, 64, 300}, {40, 700, 256}, {130, 48, 100}, {8, 8, 0}}
	for _, m := range sizes() {
		for _, n := range sizes() {
			shapes = append(shapes, [3]int{m, n, 5}, [3]int{m, n, 32})
		}
	}
	for _, s := range shapes {
		m, n, k := s[0], s[1], s[2]
		a, b, c := randomPanels[T](m, k, 1), randomPanels[T](n, k, 2), dense.Random[T](m, n, 3)
		panels, want := packed(c), dense.New[T](m, n)
		GemmPanels(m, n, k, a, b, panels)
		UnpackPanels(want, panels)
		g := guard(c, 3)
		GemmPanelsRows(k, a, b, g.Matrix)
		if err := g.intact(); err != nil || !sameSums(g.Matrix, want, k) {
			t.Fatalf("m=%d n=%d k=%d: differs, %v", m, n, k, err)
		}
		if m == 0 || n == 0 || k == 0 {
			continue
		}
		kw := roundUp(k, PanelWidth[T]())
		for _, strip := range []int{2, wholeTile} {
			g, step := guard(c, 3), kw*PanelWidth[T]()
			gemmRows(row[T](), m, n, kw, a, step, b, step, g.Data, g.Stride, strip)
			if err := g.intact(); err != nil || !sameSums(g.Matrix, want, k) {
				t.Fatalf("m=%d n=%d k=%d strip=%d: differs, %v", m, n, k, strip, err)
			}
		}
	}
}

// TrsmPanelsRows has the sums of TrsmPanels in the matrix and in panels.
func TestTrsmPanelsRows(t *testing.T) {
	eachType(t, testTrsmPanelsRows[float64], testTrsmPanelsRows[float32])
}

func testTrsmPanelsRows[T dense.Float](t *testing.T) {
	for _, n := range append(sizes(), 300) {
		l, inv := dense.Aligned[T](PanelLen[T](n, n)), dense.Aligned[T](n+PanelWidth[T]())
		PackPanelsLower(l, dense.SPD[T](n, 1))
		if minor := PotrfPanels(n, l, inv); minor != 0 {
			t.Fatalf("n=%d: minor %d", n, minor)
		}
		for _, m := range append(sizes(), 130) {
			a := dense.Random[T](m, n, 2)
			x, want := packed(a), dense.New[T](m, n)
			TrsmPanels(m, n, l, inv, x)
			UnpackPanels(want, x)
			g, h := guard(a, 3), guard(a.Transposed(), 3)
			px, py := slices.Repeat([]T{nan[T]()}, len(x)), slices.Repeat([]T{nan[T]()}, len(x))
			TrsmPanelsRows(NoTrans, l, inv, g.Matrix, px)
			TrsmPanelsRows(Trans, l, inv, h.Matrix, py)
			if err := g.intact(); err != nil || !sameSums(g.Matrix, want, n) || !sameSums(line(px), line(x), n) {
				t.Fatalf("m=%d n=%d: differs, %v", m, n, err)
			}
			if err := h.intact(); err != nil || !sameSums(h.Matrix, want.Transposed(), n) || !sameSums(line(py), line(x), n) {
				t.Fatalf("m=%d n=%d, transposed: differs, %v", m, n, err)
			}
		}
	}
}

// sameSums tells whether got and want, sums of k products of about 1, have the same bits; with the
// kernels for NEON, which sum a panel that has no neighbour in two chains, whether they agree.
func sameSums[T dense.Float](got, want dense.Matrix[T], k int) bool {
	if row[T]().Name != "neon" {
		return got.Equal(want)
	}
	eps := oracle.Eps[T]()
	for i := range want.Rows {
		for j := range want.Cols {
			x, y := float64(got.At(i, j)), float64(want.At(i, j))
			if !(math.Abs(x-y) <= 4*float64(k+1)*eps*max(1, math.Abs(y))) {
				return false
			}
		}
	}
	return true
}

// line returns x as a matrix of one row.
func line[T dense.Float](x []T) dense.Matrix[T] {
	return dense.Matrix[T]{Rows: 1, Cols: len(x), Stride: max(1, len(x)), Data: x}
}

// packed returns a in panels.
func packed[T dense.Float](a dense.Matrix[T]) []T {
	p := dense.Aligned[T](PanelLen[T](a.Rows, a.Cols))
	PackPanels(p, a)
	return p
}

// randomPanels returns a random m x n tile.
func randomPanels[T dense.Float](m, n int, seed uint64) []T {
	return packed(dense.Random[T](m, n, seed))
}

func TestSyrkPanelsRows(t *testing.T) {
	eachType(t, testSyrkPanelsRows[float64], testSyrkPanelsRows[float32])
}

func testSyrkPanelsRows[T dense.Float](t *testing.T) {
	for _, n := range append(sizes(), 250) {
		for _, k := range append(sizes(), 100) {
			for _, u := range uplos {
				a, c := randomPanels[T](n, k, 1), dense.Random[T](n, n, 3)
				g := guard(hide(u, c), 3)
				SyrkPanelsRows(u, k, a, g.Matrix)
				if err := hidden(u, g.Matrix); err != nil {
					t.Errorf("n=%d k=%d %v: %v", n, k, u, err)
				}
				if err := g.intact(); err != nil {
					t.Errorf("n=%d k=%d %v: %v", n, k, u, err)
				}
				x := dense.New[T](n, k)
				UnpackPanels(x, a)
				full := mirror(u, g.Matrix)
				right(t, oracle.GemmRatio(false, true, -1, x, x, 1, mirror(u, c), full), "n=%d k=%d %v", n, k, u)
			}
		}
	}
}
