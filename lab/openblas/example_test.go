package openblas_test

import (
	"fmt"

	"heddle/lab/openblas"
)

func ExampleOpen() {
	library, err := openblas.Open("/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so", "SkylakeX")
	if err != nil {
		fmt.Println("there is none") // the package libopenblas-pthread-dev brings it
		return
	}
	a := []float64{4, 2, 0, 10} // column-major: a lower triangle
	fmt.Println(library.Potrf(2, a), a[0], a[1], a[3])
}
