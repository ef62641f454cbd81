package blas

import (
	"slices"
	"testing"

	"heddle/dense"
)

// TestPanelsTransposed holds the forms that take the transpose to the plain forms on a
// transposed copy: the same panels, bit by bit, and back.
func TestPanelsTransposed(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		for _, m := range sizes() {
			for _, n := range sizes() {
				a := dense.Random[float64](m, n, 1)
				want, got := nanPanels(n, m), nanPanels(n, m)
				PackPanels(want, a.Transposed())
				g := guard(a, 3)
				PackPanelsTrans(got, g.Matrix)
				if !slices.Equal(got, want) {
					t.Fatalf("m=%d n=%d: other panels than of the transpose", m, n)
				}
				g.Fill(0)
				UnpackPanelsTrans(g.Matrix, got)
				if err := g.intact(); err != nil || !g.Equal(a) {
					t.Fatalf("m=%d n=%d: unpacked differs, %v", m, n, err)
				}
			}
		}
	})
}

// TestPanelsUpper does so for triangles: only the lower triangle of the panels counts, and only
// the upper triangle of the matrix is used and written.
func TestPanelsUpper(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		w := PanelWidth[float64]()
		for _, n := range sizes() {
			a := dense.Random[float64](n, n, 1)
			want, got := nanPanels(n, n), nanPanels(n, n)
			PackPanelsLower(want, a.Transposed())
			g := guard(hide(Upper, a), 3)
			PackPanelsUpper(got, g.Matrix)
			nw := roundUp(n, w)
			for i := range nw {
				for j := range i + 1 {
					if k := i/w*w*nw + j*w + i%w; got[k] != want[k] {
						t.Fatalf("n=%d (%d,%d): %g, want %g", n, i, j, got[k], want[k])
					}
				}
			}
			for i := range n {
				clear(g.Row(i)[i:])
			}
			UnpackPanelsUpper(g.Matrix, got)
			if err := g.intact(); err != nil {
				t.Errorf("n=%d: %v", n, err)
			}
			if err := hidden(Upper, g.Matrix); err != nil || !mirror(Upper, g.Matrix).Equal(mirror(Upper, a)) {
				t.Errorf("n=%d: unpacked differs, %v", n, err)
			}
		}
	})
}

// nanPanels returns room for an m x n tile, full of NaN.
func nanPanels(m, n int) []float64 {
	p := dense.Aligned[float64](PanelLen[float64](m, n))
	for i := range p {
		p[i] = nan[float64]()
	}
	return p
}
