package gonumla_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"heddle/gonumla"
)

// One line makes the matrix products and factorizations of a gonum program fast.
func ExampleUse() {
	gonumla.Use()
	defer gonumla.Restore()

	a := mat.NewSymDense(2, []float64{4, 2, 2, 5})
	var chol mat.Cholesky
	fmt.Println(chol.Factorize(a))
	var l mat.TriDense
	chol.LTo(&l)
	fmt.Println(mat.Formatted(&l))
	// Output:
	// true
	// ⎡2  0⎤
	// ⎣1  2⎦
}

// All calls together use at most so many processors.
func ExampleUse_config() {
	gonumla.Use(gonumla.Config{Workers: 1})
	defer gonumla.Restore()

	var c mat.Dense
	c.Mul(mat.NewDense(1, 2, []float64{1, 2}), mat.NewDense(2, 1, []float64{3, 4}))
	fmt.Println(c.At(0, 0))
	// Output: 11
}
