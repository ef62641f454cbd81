package products_test

import (
	"context"
	"fmt"

	"heddle/lab"
	"heddle/lab/products"
)

func ExampleSpec_Run() {
	var kept lab.Collect
	spec := products.Spec{Modes: []string{"composable", "malleable"}, Sizes: []int{64}, Workers: []int{2}, Reps: 1}
	if err := spec.Run(context.Background(), &lab.Session{Sink: &kept}); err != nil {
		fmt.Println(err)
	}
	for _, r := range kept.Records {
		fmt.Println(r.Variant, r.DType, r.N, r.OK)
	}
	// Output:
	// composable f64 64 true
	// malleable f64 64 true
}
