package tile

import (
	"math/big"
	"strconv"
	"testing"
)

// Tiles must follow each other without gap or overlap, on 64-byte boundaries, and cover n rows.
func TestLayout(t *testing.T) {
	for _, width := range []int{4, 8, 16} {
		for n := range 70 {
			for _, nb := range []int{1, 3, 8, 13, 16, 24, 64, 1000} {
				l := NewLayout(n, nb, width)
				if l.NB%width != 0 || l.NB < min(nb, n) {
					t.Fatalf("n=%d nb=%d width=%d: NB=%d", n, nb, width, l.NB)
				}
				checkContiguous(t, l)
			}
		}
	}
}

func checkContiguous(t *testing.T, l Layout) {
	t.Helper()
	rows, at, index := 0, int64(0), int64(0)
	for i := range l.Tiles {
		d, p := l.Dim(i), l.Padded(i)
		if d < 1 || d > l.NB || p < d || p >= d+l.Width || p%l.Width != 0 || i < l.Tiles-1 && d != l.NB {
			t.Fatalf("%+v: tile row %d has %d rows, padded %d", l, i, d, p)
		}
		rows += d
		for j := range i + 1 {
			if l.Offset(i, j) != at || l.Index(i, j) != index || at%16 != 0 {
				t.Fatalf("%+v: tile (%d,%d) is number %d at %d, want %d at %d", l, i, j, l.Index(i, j), l.Offset(i, j), index, at)
			}
			at += l.Size(i, j)
			index++
		}
	}
	if n, ok := l.Len(); n != at || !ok || rows != l.N {
		t.Fatalf("%+v: length %d (%v), want %d; %d rows", l, n, ok, at, rows)
	}
}

// A size that overflows 32 bits, and one that overflows 64, without allocating either.
func TestLayoutOfHugeMatrices(t *testing.T) {
	l := NewLayout(1<<17, 256, 8)
	last := l.Tiles - 1
	want := int64(256*256) * (512*513/2 - 1)
	if l.Tiles != 512 || l.Offset(last, last) != want {
		t.Errorf("n=2^17: %d tiles, last at %d, want 512, %d", l.Tiles, l.Offset(last, last), want)
	}
	if n, ok := l.Len(); n != want+256*256 || !ok {
		t.Errorf("n=2^17: length %d, %v", n, ok)
	}
	if strconv.IntSize == 32 {
		return
	}
	huge := 1
	huge <<= 31
	for _, n := range []int{huge - 1, huge, huge + 1, huge*2 - 9, huge * 4 / 3} {
		for _, nb := range []int{8, 240, 1 << 20} {
			l := NewLayout(n, nb, 8)
			if got, ok := l.Len(); ok && big.NewInt(got).Cmp(bigLen(l)) != 0 {
				t.Errorf("n=%d nb=%d: length %d, want %v", n, nb, got, bigLen(l))
			} else if !ok && bigLen(l).BitLen() <= 62 {
				t.Errorf("n=%d nb=%d: length %v refused", n, nb, bigLen(l))
			}
		}
	}
	for _, n := range []int{huge * 2, huge << 10, int(^uint(0) >> 1)} {
		if got, ok := NewLayout(n, 256, 8).Len(); ok {
			t.Errorf("n=%d: length %d", n, got)
		}
	}
}

// bigLen is the sum of all tiles' sizes in exact arithmetic.
func bigLen(l Layout) *big.Int {
	b := func(i int) *big.Int { return big.NewInt(int64(i)) }
	full := new(big.Int).Mul(b(l.NB), b(l.NB)) // (t-1) full rows: nb*nb*(t-1)*t/2
	full.Mul(full, b(l.Tiles-1)).Mul(full, b(l.Tiles)).Rsh(full, 1)
	p := b(l.Padded(l.Tiles - 1)) // and the last: p*((t-1)*nb + p)
	last := new(big.Int).Mul(b(l.Tiles-1), b(l.NB))
	last.Add(last, p).Mul(last, p)
	return full.Add(full, last)
}

func TestForTiles(t *testing.T) {
	for _, width := range []int{4, 8} {
		for n := range 200 {
			for _, tiles := range []int{1, 2, 3, 8, 32} {
				l := ForTiles(n, tiles, width)
				if l.Tiles > tiles || n == 0 && l.Tiles != 0 || n > 0 && l.Tiles < 1 {
					t.Fatalf("n=%d in %d tiles: %+v", n, tiles, l)
				}
				if fewest := ForTiles(n, tiles, width).NB - width; fewest > 0 && ceil(n, fewest) <= tiles {
					t.Fatalf("n=%d in %d tiles: NB=%d is wider than needed", n, tiles, l.NB)
				}
			}
		}
	}
}

func TestLayoutPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"n < 0":         func() { NewLayout(-1, 8, 8) },
		"nb < 1":        func() { NewLayout(8, 0, 8) },
		"width 6":       func() { NewLayout(8, 8, 6) },
		"width 0":       func() { NewLayout(8, 8, 0) },
		"zero tiles":    func() { ForTiles(8, 0, 8) },
		"cut without n": func() { Cut(matrix(3, 3), 3, 0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
