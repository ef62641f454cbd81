package sell

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSaxpy(t *testing.T) {
	const seed = 15
	t.Log("seed", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for _, n := range []int{0, 1, 7, 8, 31, 32, 33, 63, 64, 95, 100, 1 << 14, 1<<14 + 32, 1<<14 + 45, 3<<14 - 1} {
		a := r.Float32()
		x, y := make([]float32, n), make([]float32, n+1)
		for i := range n {
			x[i], y[i] = r.Float32(), r.Float32()
		}
		y[n] = float32(math.NaN())
		want := append([]float32(nil), y...)
		Saxpy(y[:n], x, a)
		saxpyGo(want[:n], x, a)
		for i := range n {
			if d := math.Abs(float64(y[i] - want[i])); !(d < 4*0x1p-24) {
				t.Fatalf("n=%d: element %d is %v, want %v", n, i, y[i], want[i])
			}
		}
		if y[n] == y[n] {
			t.Fatalf("n=%d: wrote %v after y", n, y[n])
		}
	}
}
