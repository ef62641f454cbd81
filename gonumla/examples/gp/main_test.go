package main

import (
	"fmt"
	"math"
	"testing"

	"heddle/gonumla"
)

// TestFit: the process finds the sine below the noise, and the same one with heddle.
func TestFit(t *testing.T) {
	x, y := samples(400)
	before, err := fit(x, y, 0.5, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	gonumla.Use()
	defer gonumla.Restore()
	after, err := fit(x, y, 0.5, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if d := math.Abs(before.likelihood - after.likelihood); d > 1e-6 {
		t.Errorf("the likelihoods differ by %g", d)
	}
	for _, at := range []float64{1, 4, 8.5} {
		if d := math.Abs(after.at(at) - math.Sin(at)); d > 0.1 {
			t.Errorf("f(%g) = %g, want about %g", at, after.at(at), math.Sin(at))
		}
		if d := math.Abs(after.at(at) - before.at(at)); d > 1e-6 {
			t.Errorf("f(%g) differs by %g", at, d)
		}
	}
}

func Example() {
	p, err := fit([]float64{0, 1, 2}, []float64{1, 1, 1}, 1, 0.1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", p.at(1))
	// Output: 1.00
}
