//go:build amd64 || arm64 || loong64 || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x

package task

import (
	"math"
	"math/big"
	"testing"
)

// TestTriangleRowExact inverts the numbering around every row boundary that a float64
// might round across.
func TestTriangleRowExact(t *testing.T) {
	s := Lower(0, math.MaxUint32)
	if _, ok := s.count(); !ok {
		t.Fatal("the largest triangle does not count")
	}
	check := func(r uint64) {
		n := new(big.Int).SetUint64(r)
		n.Mul(n, new(big.Int).SetUint64(r+1)).Rsh(n, 1)
		first := n.Uint64()
		if gr, gc := s.row(first); gr != r || gc != 0 {
			t.Fatalf("pair %d: row %d column %d, want the start of row %d", first, gr, gc, r)
		}
		if gr, gc := s.row(first + r); gr != r || gc != r {
			t.Fatalf("pair %d: row %d column %d, want the end of row %d", first+r, gr, gc, r)
		}
	}
	for r := range uint64(3000) {
		check(r)
	}
	for bit := 12; bit < 32; bit++ {
		for d := uint64(0); d < 50; d++ {
			check(1<<bit - d)
			check(1<<bit + d)
		}
	}
	for d := range uint64(3000) {
		check(math.MaxUint32 - 1 - d)
	}
}

func FuzzTriangleRow(f *testing.F) {
	f.Add(uint64(1<<62 + 12345))
	f.Fuzz(func(t *testing.T, k uint64) {
		k >>= 1
		r, c := Lower(0, math.MaxInt32).row(k)
		if below(r)+c != k || c > r {
			t.Errorf("pair %d: row %d column %d", k, r, c)
		}
	})
}

func TestSpaceLenOverflow(t *testing.T) {
	for _, c := range []struct {
		s    Space
		want int // -1: panics
	}{
		{Rect(0, math.MaxInt, 0, 1), math.MaxInt},
		{Rect(math.MinInt, math.MaxInt, 0, 1), -1},
		{Rect(0, 1<<32, 0, 1<<31), -1},
		{Rect(0, 1<<32, 0, 1<<31-1), 1<<63 - 1<<32},
		{Rect(math.MinInt, math.MaxInt, 5, 5), 0},
		{Lower(0, 1<<32-1), 1<<63 - 1<<31},
		{Lower(0, 1<<32), -1},
		{Lower(math.MinInt, math.MaxInt), -1},
		{StrictLower(0, 1<<32), 1<<63 - 1<<31},
		{StrictLower(math.MaxInt-2, math.MaxInt), 1},
		{StrictLower(4, 4), 0},
	} {
		got := func() (n int) {
			defer func() {
				if recover() != nil {
					n = -1
				}
			}()
			return c.s.Len()
		}()
		if got != c.want {
			t.Errorf("%+v: Len %d, want %d", c.s, got, c.want)
		}
	}
}
