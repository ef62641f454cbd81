package dense

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// The product is computed in 64 bits, also where int has 32 and most results are refused.
func TestBytesComputesIn64Bits(t *testing.T) {
	for _, c := range []struct{ rows, cols, elem, want int64 }{
		{0, 0, 8, 0},
		{0, math.MaxInt, 8, 0},
		{5, 7, 8, 280},
		{46341, 46341, 8, 46341 * 46341 * 8}, // n*n just beyond 31 bits
		{65536, 65536, 8, 1 << 35},           // n*n = 2^32
		{100000, 100000, 8, 80000000000},     // 32-bit products wrap to a small positive number
		{1 << 20, 1 << 20, 8, 1 << 43},       //
		{3, 1 << 42, 4, 3 << 44},             // one side beyond 32 bits
	} {
		if c.cols > math.MaxInt {
			continue
		}
		got, err := Bytes(int(c.rows), int(c.cols), int(c.elem))
		if fits := c.want <= math.MaxInt; fits != (err == nil) || fits && int64(got) != c.want {
			t.Errorf("Bytes(%d, %d, %d) = %d, %v; want %d", c.rows, c.cols, c.elem, got, err, c.want)
		}
	}
	for _, c := range [][3]int64{
		{-1, 5, 8}, {5, -1, 8}, {math.MinInt, 1, 8}, {1 << 32, 1 << 32, 8}, {math.MaxInt, math.MaxInt, 4},
		{1 << 31, 1 << 31, 8}, {1 << 47, 1, 8}, {3037000500, 3037000500, 4}, {1 << 16, 1 << 15, 1},
	} {
		if c[0] > math.MaxInt || c[1] > math.MaxInt || c[2] == 1 && math.MaxInt > math.MaxInt32 {
			continue
		}
		if n, err := Bytes(int(c[0]), int(c[1]), int(c[2])); err == nil {
			t.Errorf("Bytes(%v) = %d, want an error", c, n)
		}
	}
}

func TestMakeRefusesWhatCannotBeHad(t *testing.T) {
	for _, c := range [][2]int{{-1, 1}, {1 << 30, 1 << 30}, {math.MaxInt, math.MaxInt}, {1 << 22, 1 << 22}} {
		m, err := Make[float64](c[0], c[1])
		var size *SizeError
		if !errors.As(err, &size) || size.Rows != c[0] || size.Cols != c[1] || m.Data != nil {
			t.Errorf("Make%v: %v, want a *SizeError", c, err)
		}
	}
	if m, err := Make[float32](3, 0); err != nil || m.Stride != 1 {
		t.Errorf("Make(3, 0) = stride %d, %v", m.Stride, err)
	}
}

func TestMemoryDecides(t *testing.T) {
	asked := 0
	free := func() (uint64, bool) { asked++; return 1 << 30, true }
	if err := fits(1, 1, 8, 1<<30, free); err != nil || asked != 1 {
		t.Errorf("exactly what is free: %v after %d questions", err, asked)
	}
	err := fits(1, 1<<27+1, 8, 1<<30+8, free)
	if err == nil || !strings.Contains(err.Error(), "1073741832 bytes") || asked != 3 {
		t.Errorf("one element too many: %v after %d questions", err, asked)
	}
	if err := fits(1, 1, 8, 1<<20, func() (uint64, bool) { t.Error("asked for a small size"); return 0, true }); err != nil {
		t.Error(err)
	}
	if err := fits(1, 1, 8, math.MaxInt, func() (uint64, bool) { return 0, false }); err != nil {
		t.Errorf("nothing known: %v", err)
	}
}
