package task

import (
	"math"
	"testing"
)

type pair struct{ i, j int }

// pairs lists a space by plain nested loops.
func rectPairs(i0, i1, j0, j1 int) (p []pair) {
	for i := i0; i < i1; i++ {
		for j := j0; j < j1; j++ {
			p = append(p, pair{i, j})
		}
	}
	return p
}

func lowerPairs(lo, hi, diagonal int) (p []pair) {
	for i := lo; i < hi; i++ {
		for j := lo; j < i+diagonal; j++ {
			p = append(p, pair{i, j})
		}
	}
	return p
}

type spaceCase struct {
	space Space
	want  []pair
}

func spaceCases() []spaceCase {
	var cs []spaceCase
	for _, lo := range []int{0, 3, -2} {
		for n := -1; n < 8; n++ {
			cs = append(cs,
				spaceCase{Lower(lo, lo+n), lowerPairs(lo, lo+n, 1)},
				spaceCase{StrictLower(lo, lo+n), lowerPairs(lo, lo+n, 0)})
			for m := -1; m < 4; m++ {
				cs = append(cs, spaceCase{Rect(lo, lo+n, 1-lo, 1-lo+m), rectPairs(lo, lo+n, 1-lo, 1-lo+m)})
			}
		}
	}
	return cs
}

func TestSpaceEachMatchesLoops(t *testing.T) {
	for _, c := range spaceCases() {
		if c.space.Len() != len(c.want) {
			t.Fatalf("%+v has %d pairs, want %d", c.space, c.space.Len(), len(c.want))
		}
		for lo := range len(c.want) + 1 {
			for hi := lo; hi <= len(c.want); hi++ {
				k := lo
				c.space.each(uint64(lo), uint64(hi), func(i, j int) {
					if k >= hi || c.want[k] != (pair{i, j}) {
						t.Fatalf("%+v: pair %d of [%d,%d) is (%d,%d)", c.space, k, lo, hi, i, j)
					}
					k++
				})
				if k != hi {
					t.Fatalf("%+v: [%d,%d) ended at %d", c.space, lo, hi, k)
				}
			}
		}
	}
}

// TestSpaceAtTheEdge runs over pairs whose indexes end at the largest int.
func TestSpaceAtTheEdge(t *testing.T) {
	var got []pair
	s := Rect(math.MaxInt-2, math.MaxInt, math.MinInt, math.MinInt+2)
	s.each(0, uint64(s.Len()), func(i, j int) { got = append(got, pair{i, j}) })
	if len(got) != 4 || got[0] != (pair{math.MaxInt - 2, math.MinInt}) || got[3] != (pair{math.MaxInt - 1, math.MinInt + 1}) {
		t.Errorf("pairs %v", got)
	}
}
