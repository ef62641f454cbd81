package report_test

import (
	"fmt"
	"os"

	"heddle/lab"
	"heddle/lab/report"
)

func ExampleNew() {
	table, err := report.New("table", os.Stdout)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range []lab.Record{
		{Experiment: "sort", Variant: "insertion", N: 1000, Reps: 5, OK: true, MedianS: 0.004, MinS: 0.003, MaxS: 0.005,
			Samples: []float64{.0041, .004, .0039, .003, .005}},
		{Experiment: "sort", Variant: "library", N: 1000, Reps: 5, OK: true, MedianS: 0.001, MinS: 0.001, MaxS: 0.002,
			Samples: []float64{.001, .001, .0011, .001, .002}},
	} {
		if err := table.Write(r); err != nil {
			fmt.Println(err)
		}
	}
	if err := table.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// sort, n = 1000, 5 repetitions
	//
	//   variant    median ms  min ms  max ms  x first  95 % interval
	//   insertion      4.000   3.000   5.000    1.00x
	// * library        1.000   1.000   2.000    3.55x  [2.50, 4.33]
	//
	// Winner: library, 1.000 ms.
	// The others take, each at its best: insertion 3.55x [2.50, 4.33].
}
