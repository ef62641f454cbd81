package claims_test

import (
	"fmt"

	"heddle/lab"
	"heddle/lab/claims"
)

func ExampleOf() {
	row := func(variant string, seconds float64) lab.Record {
		return lab.Record{Routine: "potrf", Runtime: "openmp-gcc", Variant: variant, Workers: 2, N: 1024, Tiles: 8, OK: true,
			MedianS: seconds, Samples: []float64{seconds, 1.01 * seconds, 0.99 * seconds}}
	}
	for _, c := range claims.Of([]lab.Record{row("task_naive", 0.022), row("task_depend", 0.020)}) {
		fmt.Printf("%s: there %s, here %.2fx; %s\n", c.Sentence, c.Paper, c.Here.Value, c.Holds)
	}
	// Output:
	// tasks without barriers beat tasks with them: there 1.07x, here 1.10x; yes
}
