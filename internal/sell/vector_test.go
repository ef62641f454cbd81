package sell

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestVectors(t *testing.T) {
	const seed = 12
	t.Log("seed", seed)
	for _, k := range append(nativeVectors(), vectorTwin) {
		r := rand.New(rand.NewPCG(seed, 0))
		for n := range 140 {
			a := r.Float64()
			x, y := random(r, n), random(r, n)
			axpy, scale, both := append(y[:n+1:n+1], 0), append(y[:n+1:n+1], 0), append(y[:n+1:n+1], 0)
			k.axpy(axpy[:n], x, a, 0)
			k.scale(scale[:n], x, a, 0)
			square := k.axpyDot(both[:n], x, a, 0)
			dot, wantDot, wantSquare := k.dot(y, x, 0, 0), 0.0, 0.0
			for i := range n {
				v := y[i] + a*x[i]
				wantDot += x[i] * y[i]
				wantSquare += v * v
				for what, d := range map[string]float64{"Axpy": axpy[i] - v, "AxpyDot": both[i] - v, "Scale": scale[i] - (x[i] + a*y[i])} {
					if !(math.Abs(d) < 30*0x1p-53) {
						t.Fatalf("%s: %s: n=%d: element %d is off by %v", k.name, what, n, i, d)
					}
				}
			}
			bound := 30 * 0x1p-53 * float64(n+1)
			if !(math.Abs(dot-wantDot) < bound) || !(math.Abs(square-wantSquare) < bound) {
				t.Fatalf("%s: n=%d: Dot and AxpyDot return %v and %v, want %v and %v", k.name, n, dot, square, wantDot, wantSquare)
			}
			for what, v := range map[string][]float64{"Axpy": axpy, "Scale": scale, "AxpyDot": both} {
				if !math.IsNaN(v[n]) {
					t.Fatalf("%s: %s: n=%d: wrote %v after y", k.name, what, n, v[n])
				}
			}
		}
	}
}

// All loops in assembly, on amd64 and arm64, compute the same numbers. The hash is that of AVX-512.
func TestVectorAssemblyAgrees(t *testing.T) {
	const seed, want = 14, 0x3b45cf9be41120e8
	for _, k := range nativeVectors() {
		r := rand.New(rand.NewPCG(seed, 0))
		var h hash
		for n := range 140 {
			x, y := random(r, n), random(r, n)
			k.axpy(y, x, 0.7, 0)
			h.add(y...)
			k.scale(y, x, 0.3, 0)
			h.add(y...)
			h.add(k.axpyDot(y, x, 0.9, 0), k.dot(y, x, 0, 0))
			h.add(y...)
		}
		if uint64(h) != want {
			t.Errorf("%s: hash %#x, want %#x", k.name, uint64(h), uint64(want))
		}
	}
}
