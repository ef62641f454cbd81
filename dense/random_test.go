package dense

import "testing"

// The first three outputs of SplitMix64 seeded with 1234567, from the published test vector.
func TestUniformIsSplitMix64(t *testing.T) {
	for j, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		if got := mix(1234567, 0, j); got != want {
			t.Errorf("output %d is %d, want %d", j, got, want)
		}
	}
	if beyond := int64(1) << 32; int64(int(beyond)) == beyond && mix(1, 1, 0) != mix(1, 0, int(beyond)) {
		t.Error("row 1 does not begin at output 2^32")
	}
}

func TestRandomRange(t *testing.T) {
	u, r32, r64 := 0.0, Random[float32](300, 300, 5), Random[float64](300, 300, 5)
	for i := range 300 {
		for j := range 300 {
			u += Uniform(5, i, j)
			if v := r64.At(i, j); v < -1 || v >= 1 || v != 2*Uniform(5, i, j)-1 {
				t.Fatalf("(%d,%d) = %g", i, j, v)
			}
			if d := float64(r32.At(i, j)) - r64.At(i, j); d > 0 || d < -1.0/(1<<22) {
				t.Fatalf("(%d,%d): float32 differs from float64 by %g", i, j, d)
			}
		}
	}
	if mean := u / 90000; mean < 0.495 || mean > 0.505 { // 5 standard deviations
		t.Errorf("mean %g", mean)
	}
}

func TestSPDIsSymmetricAndHasBlocks(t *testing.T) {
	const n = 50
	m := SPD[float64](n, 9)
	if !m.Equal(m.Transposed()) {
		t.Error("not symmetric")
	}
	for i := range n {
		if v := m.At(i, i); v < n || v >= n+1 {
			t.Errorf("diagonal %d is %g", i, v)
		}
	}
	b := New[float64](13, 20)
	b.FillSPDBlock(9, n, 30, 17)
	if !b.Equal(m.View(30, 17, 13, 20)) {
		t.Error("a block filled by itself differs from the whole")
	}
	if m.Equal(SPD[float64](n, 10)) {
		t.Error("the seed does nothing")
	}
}
