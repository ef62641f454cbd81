package gemm_test

import (
	"fmt"

	"heddle/blas"
	"heddle/dense"
	"heddle/gemm"
	"heddle/task"
)

// Two workers multiply together; the second joins when it has nothing else to do.
func ExampleMultiply() {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	a, b := dense.Random[float64](600, 500, 1), dense.Random[float64](500, 700, 2)
	c := dense.New[float64](600, 700)
	stats := gemm.Multiply(rt, gemm.Malleable, blas.NoTrans, blas.NoTrans, 1, a, b, 0, c)
	want := dense.New[float64](600, 700)
	blas.Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 0, want)
	fmt.Println("same bits:", c.Equal(want))
	fmt.Println("packed at most 12 MiB:", stats.PackedBytes <= 12<<20)
	// Output:
	// same bits: true
	// packed at most 12 MiB: true
}
