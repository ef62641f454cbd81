package blas

import (
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
)

// Packing is tested by itself against the format, not only by its inverse: two wrong
// transpositions would cancel.
func TestPanelFormat(t *testing.T) {
	eachType(t, testPanelFormat[float64], testPanelFormat[float32])
}

func testPanelFormat[T dense.Float](t *testing.T) {
	w := PanelWidth[T]()
	for _, m := range sizes() {
		for _, n := range sizes() {
			a := dense.Random[T](m, n, 1)
			g := guard(a, 3)
			p := dense.Aligned[T](PanelLen[T](m, n))
			for i := range p {
				p[i] = nan[T]()
			}
			PackPanels(p, g.Matrix)
			nw := roundUp(n, w)
			for i := range roundUp(m, w) {
				for j := range nw {
					want := T(0)
					if i < m && j < n {
						want = a.At(i, j)
					}
					if got := p[i/w*w*nw+j*w+i%w]; got != want {
						t.Fatalf("m=%d n=%d (%d,%d): %g, want %g", m, n, i, j, got, want)
					}
				}
			}
			g.Fill(0)
			UnpackPanels(g.Matrix, p)
			if err := g.intact(); err != nil || !g.Equal(a) {
				t.Fatalf("m=%d n=%d: unpacked differs, %v", m, n, err)
			}
		}
	}
}

func TestPanelFormatLower(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		w := PanelWidth[float64]()
		for _, n := range sizes() {
			a := dense.Random[float64](n, n, 1)
			g := guard(hide(Lower, a), 3)
			p := dense.Aligned[float64](PanelLen[float64](n, n))
			for i := range p {
				p[i] = nan[float64]()
			}
			PackPanelsLower(p, g.Matrix)
			nw := roundUp(n, w)
			for i := range nw {
				for j := range i + 1 {
					want := 0.0
					switch {
					case i < n:
						want = a.At(i, j)
					case i == j:
						want = 1
					}
					if got := p[i/w*w*nw+j*w+i%w]; got != want {
						t.Fatalf("n=%d (%d,%d): %g, want %g", n, i, j, got, want)
					}
				}
			}
			for i := range n {
				clear(g.Row(i)[:i+1])
			}
			UnpackPanelsLower(g.Matrix, p)
			if err := g.intact(); err != nil {
				t.Errorf("n=%d: %v", n, err)
			}
			if err := hidden(Lower, g.Matrix); err != nil || !mirror(Lower, g.Matrix).Equal(mirror(Lower, a)) {
				t.Errorf("n=%d: unpacked differs, %v", n, err)
			}
		}
	})
}

// A tiled Cholesky factorization in panels, ragged last tile, tiles beyond every block size: all
// four operations in the order in which algorithms use them.
func TestPanelsFactorTiled(t *testing.T) {
	eachType(t, testPanelsFactorTiled[float64], testPanelsFactorTiled[float32])
}

func testPanelsFactorTiled[T dense.Float](t *testing.T) {
	cases := [][2]int{{1, 1}, {7, 7}, {30, 11}, {64, 16}, {100, 33}, {129, 64}, {600, 290}, {620, 300}}
	if raceEnabled {
		cases = cases[:6]
	}
	for _, c := range cases {
		n, nb := c[0], c[1]
		a := dense.SPD[T](n, 4)
		f := hide(Lower, a)
		if minor := factorTiled(f, nb); minor != 0 {
			t.Errorf("n=%d nb=%d: minor %d", n, nb, minor)
		}
		right(t, oracle.CholeskyRatio(Lower, a, f), "n=%d nb=%d", n, nb)
		if err := hidden(Lower, f); err != nil {
			t.Errorf("n=%d nb=%d: %v", n, nb, err)
		}
		z := hide(Lower, oracle.ZeroRowCol(a, n-1))
		if minor := factorTiled(z, nb); minor != n {
			t.Errorf("n=%d nb=%d last row zero: minor %d", n, nb, minor)
		}
	}
}

// factorTiled is right-looking tiled Cholesky as a tiled package would write it.
func factorTiled[T dense.Float](a dense.Matrix[T], nb int) (minor int) {
	n := a.Rows
	count := (n + nb - 1) / nb
	dim := func(i int) int { return min(nb, n-i*nb) }
	view := func(i, j int) dense.Matrix[T] { return a.View(i*nb, j*nb, dim(i), dim(j)) }
	tile := make([][]T, count*count)
	for i := range count {
		for j := range i {
			tile[i*count+j] = dense.Aligned[T](PanelLen[T](dim(i), dim(j)))
			PackPanels(tile[i*count+j], view(i, j))
		}
		tile[i*count+i] = dense.Aligned[T](PanelLen[T](dim(i), dim(i)))
		PackPanelsLower(tile[i*count+i], view(i, i))
	}
	inv := dense.Aligned[T](nb + PanelWidth[T]())
	for k := range count {
		if minor := PotrfPanels(dim(k), tile[k*count+k], inv); minor != 0 {
			return k*nb + minor
		}
		UnpackPanelsLower(view(k, k), tile[k*count+k])
		for i := k + 1; i < count; i++ {
			TrsmPanels(dim(i), dim(k), tile[k*count+k], inv, tile[i*count+k])
			UnpackPanels(view(i, k), tile[i*count+k])
			for j := k + 1; j < i; j++ {
				GemmPanels(dim(i), dim(j), dim(k), tile[i*count+k], tile[j*count+k], tile[i*count+j])
			}
			SyrkPanels(dim(i), dim(k), tile[i*count+k], tile[i*count+i])
		}
	}
	return 0
}
