package cholesky

import (
	"errors"
	"math"
	"math/bits"
	"strings"
	"testing"

	"heddle/blas"
	"heddle/lab"
	"heddle/tile"
)

func TestLayouts(t *testing.T) {
	width := blas.PanelWidth[float64]()
	for _, c := range []struct {
		n     int
		tiles []int
		want  []int // tiles a side; nil: refused
	}{
		{2048, nil, []int{8, 16, 32}},
		{16 * width, nil, []int{8, 16}},
		{5, nil, []int{(5 + width - 1) / width}},
		{0, nil, []int{0}},
		{1000, []int{1, 2, 5}, []int{1, 2, 5}},
		{10 * width, []int{10}, []int{10}},
		{10 * width, []int{7}, nil},
		{10 * width, []int{11}, nil},
		{64, []int{0}, nil},
		{-1, nil, nil},
	} {
		got, err := Comparison{Tiles: c.tiles}.layouts(c.n)
		var refused *lab.SpecError
		if c.want == nil {
			if !errors.As(err, &refused) {
				t.Errorf("n = %d in %v tiles: %v, %v; want a SpecError", c.n, c.tiles, got, err)
			}
			continue
		}
		if err != nil || len(got) != len(c.want) {
			t.Errorf("n = %d in %v tiles: %v, %v", c.n, c.tiles, got, err)
			continue
		}
		for i, l := range got {
			if l.Tiles != c.want[i] || l.N != c.n {
				t.Errorf("n = %d in %v tiles: layout %+v, want %d tiles", c.n, c.tiles, l, c.want[i])
			}
		}
	}
}

func TestNearestNamesWhatIsPossible(t *testing.T) {
	width := blas.PanelWidth[float64]()
	n := 10 * width
	_, err := Comparison{Tiles: []int{7}}.layouts(n)
	for _, possible := range []int{5, 10} {
		if l := tile.ForTiles(n, possible, width); l.Tiles != possible {
			t.Fatalf("%d tiles are not possible: %+v", possible, l)
		}
	}
	if err == nil || !strings.Contains(err.Error(), "want 5 tiles of") || !strings.Contains(err.Error(), "or 10 of") {
		t.Errorf("%v: want the nearest, 5 and 10", err)
	}
}

func TestFits(t *testing.T) {
	for _, n := range []int{0, 1, 1000} {
		if err := fits(n, []tile.Layout{tile.NewLayout(n, 64, 8)}); err != nil {
			t.Errorf("n = %d: %v", n, err)
		}
	}
	for _, n := range []int{4_000_000, 1 << (bits.UintSize/2 - 1), math.MaxInt / 2, math.MaxInt} {
		var refused *lab.SpecError
		if err := fits(n, nil); !errors.As(err, &refused) {
			t.Errorf("n = %d: %v, want a SpecError", n, err)
		}
	}
}
