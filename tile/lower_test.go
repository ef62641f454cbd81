package tile

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"heddle/dense"
	"heddle/task"
)

func matrix(rows, cols int) dense.Matrix[float64] { return dense.Random[float64](rows, cols, 1) }

// Every tile has storage and a Datum of its own, aligned.
func TestLowerTilesAreDisjoint(t *testing.T) {
	a, err := NewLower[float32](NewLayout(101, 24, 16))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[*task.Datum]bool{}
	mark := float32(0)
	for i := range a.Tiles {
		for j := range i + 1 {
			mark++
			tile := a.Tile(i, j)
			if int64(len(tile)) != a.Size(i, j) || cap(tile) != len(tile) {
				t.Errorf("tile (%d,%d): len %d, cap %d, want %d", i, j, len(tile), cap(tile), a.Size(i, j))
			}
			if reflect.ValueOf(tile).Pointer()%64 != 0 {
				t.Errorf("tile (%d,%d) is not aligned", i, j)
			}
			for e := range tile {
				if tile[e] != 0 {
					t.Fatalf("tile (%d,%d) overlaps tile number %g", i, j, tile[e])
				}
				tile[e] = mark
			}
			if d := a.Datum(i, j); seen[d] {
				t.Errorf("tile (%d,%d) shares its datum", i, j)
			} else {
				seen[d] = true
			}
		}
	}
}

func TestLowerTooLarge(t *testing.T) {
	for _, n := range []int{math.MaxInt, math.MaxInt / 1024, math.MaxInt >> 16} {
		if n < 1<<20 {
			continue // a 32-bit int
		}
		_, err := NewLower[float64](NewLayout(n, 256, 8))
		e, ok := errors.AsType[*dense.SizeError](err)
		if !ok || e.Rows != n || e.Cols != n || e.ElemSize != 8 {
			t.Errorf("n=%d: error %v", n, err)
		}
	}
}

func TestReuseKeepsStorage(t *testing.T) {
	large, err := NewLower[float64](NewLayout(100, 32, 8))
	if err != nil {
		t.Fatal(err)
	}
	first := &large.Tile(0, 0)[0]
	small, err := large.Reuse(NewLayout(50, 8, 8))
	if err != nil || &small.Tile(0, 0)[0] != first || small.N != 50 || small.Tiles != 7 {
		t.Errorf("smaller: %+v, %v", small.Layout, err)
	}
	again, err := small.Reuse(NewLayout(100, 32, 8))
	if err != nil || &again.Tile(0, 0)[0] != first {
		t.Errorf("as large as before: new storage, %v", err)
	}
	larger, err := again.Reuse(NewLayout(200, 32, 8))
	if err != nil || len(larger.Tile(6, 6)) != 64 {
		t.Errorf("larger: %v", err)
	}
	if empty, err := new(Lower[float64]).Reuse(NewLayout(0, 8, 8)); err != nil || empty.Tiles != 0 {
		t.Errorf("empty: %v", err)
	}
}

func TestGrid(t *testing.T) {
	m := matrix(10, 7)
	g := Cut(m, 4, 3)
	if g.Rows != 3 || g.Cols != 3 {
		t.Fatalf("%d x %d tiles", g.Rows, g.Cols)
	}
	elements, data := 0, map[*task.Datum]bool{}
	for i := range g.Rows {
		for j := range g.Cols {
			v := g.Tile(i, j)
			elements += v.Rows * v.Cols
			if v.At(0, 0) != m.At(4*i, 3*j) {
				t.Errorf("tile (%d,%d) starts elsewhere", i, j)
			}
			v.Set(v.Rows-1, v.Cols-1, -5)
			if m.At(4*i+v.Rows-1, 3*j+v.Cols-1) != -5 {
				t.Errorf("tile (%d,%d) is not a view", i, j)
			}
			data[g.Datum(i, j)] = true
		}
	}
	if elements != 70 || len(data) != 9 {
		t.Errorf("%d elements and %d data, want 70 and 9", elements, len(data))
	}
	if e := Cut(matrix(0, 5), 2, 2); e.Rows != 0 || e.Cols != 3 {
		t.Errorf("0 x 5: %d x %d tiles", e.Rows, e.Cols)
	}
}

// A tile that is not there is the caller's mistake: its number is that of another tile, and a task
// that named its Datum would wait for the wrong ones.
func TestTilesOutside(t *testing.T) {
	g := Cut(matrix(6, 4), 2, 2)
	l, err := NewLower[float64](NewLayout(24, 8, 8))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range [][2]int{{0, 3}, {1, 2}, {3, 0}, {3, 3}, {-1, 2}, {1, -1}} {
		i, j := at[0], at[1]
		for name, call := range map[string]func(){
			"Grid.Tile":   func() { g.Tile(i, j) },
			"Grid.Datum":  func() { g.Datum(i, j) },
			"Lower.Tile":  func() { l.Tile(i, j) },
			"Lower.Datum": func() { l.Datum(i, j) },
		} {
			func() {
				defer func() {
					if r := recover(); !strings.HasPrefix(fmt.Sprint(r), "tile: (") {
						t.Errorf("%s%v: %v", name, at, r)
					}
				}()
				call()
			}()
		}
	}
}
