//go:build !purego

package kernel

import (
	"math/rand/v2"
	"testing"

	"heddle/internal/cpu"
)

// TestDirectOneCall takes the way to small products of every processor.
func TestDirectOneCall(t *testing.T) { each(t, testDirectOneCall[float64], testDirectOneCall[float32]) }

func testDirectOneCall[T Float](t *testing.T, kn *Kernel[T]) {
	if kn.Name != "avx512" {
		return
	}
	defer func(old int) { oneCallVectors = old }(oneCallVectors)
	r := rand.New(rand.NewPCG(seed, 4))
	for _, halves := range []bool{false, true} {
		oneCallVectors = vectorsOfOneCall(cpu.Features{AVX512Halves: halves})
		for cols := 1; cols <= 8*kn.W+1; cols++ {
			checkDirect(t, r, kn, 8+8*(cols%4), cols, 1+r.IntN(20))
		}
	}
}
