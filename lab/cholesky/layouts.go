package cholesky

import (
	"fmt"

	"heddle/blas"
	"heddle/dense"
	"heddle/lab"
	"heddle/tile"
)

// layouts returns the ways of cutting a matrix of order n that c asks for, or a *lab.SpecError
// where one of them is impossible: a number of tiles that is not what was asked for would be
// compared with others under a wrong name.
func (c Comparison) layouts(n int) ([]tile.Layout, error) {
	if n < 0 {
		return nil, lab.Refuse("a matrix of order %d: want 0 or more", n)
	}
	width := blas.PanelWidth[float64]()
	var out []tile.Layout
	if len(c.Tiles) == 0 {
		for _, t := range []int{8, 16, 32} {
			if l := tile.ForTiles(n, t, width); l.Tiles == t {
				out = append(out, l)
			}
		}
		return lab.Or(out, []tile.Layout{tile.NewLayout(n, width, width)}), nil
	}
	for _, t := range c.Tiles {
		if t < 1 {
			return nil, lab.Refuse("%d tiles a side: want 1 or more", t)
		}
		l := tile.ForTiles(n, t, width)
		if l.Tiles != t && n > 0 {
			return nil, lab.Refuse("a matrix of order %d cannot be cut into %d tiles a side, since a tile has a multiple of %d rows: want %s",
				n, t, width, nearest(l))
		}
		out = append(out, l)
	}
	return out, nil
}

// nearest names the numbers of tiles a side just below and above one that is impossible, whose
// layout came out as l.
func nearest(l tile.Layout) string {
	below := fmt.Sprintf("%d tiles of %d", l.Tiles, l.NB)
	if l.NB <= l.Width {
		return below
	}
	above := tile.NewLayout(l.N, l.NB-l.Width, l.Width)
	return fmt.Sprintf("%s or %d of %d", below, above.Tiles, above.NB)
}

// fits returns a *lab.SpecError if the matrix and its tiles cannot be had together.
func fits(n int, layouts []tile.Layout) error {
	elements := 0
	for _, l := range layouts {
		elements = max(elements, (n+l.NB)/2+l.Width)
	}
	_, err := dense.Bytes(n, n, 2*8)
	if err == nil {
		err = dense.Fits(n, n+elements, 8)
	}
	if err != nil {
		return lab.TooLarge(fmt.Sprintf("n = %d is too large for a matrix and its tiles", n), err)
	}
	return nil
}

// Possible returns those of tiles into which a matrix of order n can be cut: a tile has a
// multiple of the kernels' panel width of rows.
func Possible(n int, tiles []int) []int {
	var out []int
	for _, t := range tiles {
		if t > 0 && tile.ForTiles(n, t, blas.PanelWidth[float64]()).Tiles == t {
			out = append(out, t)
		}
	}
	return out
}
