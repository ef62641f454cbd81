package sell

import (
	"math"
	"math/rand/v2"
	"slices"
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

// All loops in assembly add in the same order.
func TestVectorAssemblyAgrees(t *testing.T) {
	all := nativeVectors()
	if len(all) < 2 {
		t.Skip("there are no two of them here")
	}
	const seed = 14
	t.Log("seed", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for n := range 140 {
		x, y := random(r, n), random(r, n)
		first := all[0].results(y, x)
		for _, k := range all[1:] {
			if got := k.results(y, x); !slices.Equal(got, first) {
				t.Errorf("n=%d: %s and %s differ", n, k.name, all[0].name)
			}
		}
	}
}

// results returns what the loops make of y and x, one after the other.
func (k vectors) results(y, x []float64) (all []float64) {
	to := slices.Clone(y)
	k.axpy(to, x, 0.7, 0)
	all = append(all, to...)
	k.scale(to, x, 0.3, 0)
	all = append(all, to...)
	all = append(all, k.axpyDot(to, x, 0.9, 0), k.dot(to, x, 0, 0))
	return append(all, to...)
}
