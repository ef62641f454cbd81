package dense_test

import (
	"fmt"

	"heddle/dense"
)

func Example() {
	a := dense.Of(
		[]float64{1, 2, 3},
		[]float64{4, 5, 6},
	)
	right := a.View(0, 1, 2, 2) // shares storage
	right.Set(0, 0, -2)
	fmt.Println(a.Row(0), a.OneNorm())
	// Output: [1 -2 3] 9
}

func ExampleMake() {
	_, err := dense.Make[float64](1<<30, 1<<30)
	fmt.Println(err)
	// Output: dense: a 1073741824 x 1073741824 matrix of 8-byte elements: the size in bytes exceeds the address space
}

func ExampleSPD() {
	a := dense.SPD[float64](3, 1)
	fmt.Println(a.At(2, 0) == a.At(0, 2), a.At(1, 1) == 3+dense.Uniform(1, 1, 1))
	// Output: true true
}
