package stencil

import (
	"fmt"
	"slices"
	"testing"
)

func TestCut(t *testing.T) {
	cuts := map[string]*Cut{}
	for _, n := range [][2]int{{1, 1}, {1, 5}, {5, 1}, {4, 4}, {7, 5}, {3, 9}} {
		for _, w := range []int{1, 2, 3, 4, 100} {
			cuts[fmt.Sprint(n, " rows of ", w)] = Rows(n[0], n[1], w)
			for _, d := range []int{1, 2, 3, 100} {
				cuts[fmt.Sprint(n, " slanted ", w, "x", d)] = Slanted(n[0], n[1], w, d)
			}
		}
	}
	for name, c := range cuts {
		seen := make([]int, c.ny*c.nz)
		for b, spans := range c.Blocks {
			last := -1
			for _, s := range spans {
				for l := s.Lo; l < s.Hi; l++ {
					if seen[l]++; l <= last || c.Of(l) != b {
						t.Fatalf("%s: line %d out of order in block %d", name, l, b)
					}
					last = l
				}
			}
			before, after := reach(b, c.Before), reach(b, c.After)
			c.neighbours(b, func(l, k int) {
				switch o := c.Of(k); {
				case !slices.Contains(c.Near(b), o):
					t.Fatalf("%s: block %d is not near %d", name, o, b)
				case k < l && o != b && (o > b || !before[o]):
					t.Fatalf("%s: block %d needs %d before", name, b, o)
				case k > l && o != b && (o < b || !after[o]):
					t.Fatalf("%s: block %d needs %d after", name, b, o)
				}
			})
		}
		if i := slices.IndexFunc(seen, func(n int) bool { return n != 1 }); i >= 0 {
			t.Fatalf("%s: line %d is in %d blocks", name, i, seen[i])
		}
	}
}

// reach returns the blocks that next leads to from b, in any number of steps.
func reach(b int, next func(int) []int) map[int]bool {
	seen, todo := map[int]bool{}, next(b)
	for len(todo) > 0 {
		k := todo[0]
		todo = todo[1:]
		if !seen[k] {
			seen[k] = true
			todo = append(todo, next(k)...)
		}
	}
	return seen
}

// Blocks of two planes of four lines.
func ExampleSlanted() {
	c := Slanted(8, 4, 4, 2)
	for b, spans := range c.Blocks {
		fmt.Println(b, spans, c.Before(b))
	}
	// Output:
	// 0 [{0 4} {8 11}] []
	// 1 [{4 8} {11 16}] [0]
	// 2 [{16 20} {24 27}] [1]
	// 3 [{20 24} {27 32}] [2]
}
