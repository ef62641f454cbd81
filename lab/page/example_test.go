package page_test

import (
	"fmt"
	"strings"

	"heddle/lab"
	"heddle/lab/page"
	"heddle/lab/runfile"
)

func ExampleWrite() {
	f := &runfile.File{Name: "run.jsonl", Records: []lab.Record{
		{Experiment: "sort", Runtime: "heddle", Variant: "insertion", N: 1000, OK: true, MedianS: 0.004, Samples: []float64{.004, .0041, .0039}},
		{Experiment: "sort", Runtime: "heddle", Variant: "library", N: 1000, OK: true, MedianS: 0.001, Samples: []float64{.001, .0011, .001}},
	}}
	var b strings.Builder
	if err := page.Write(&b, []page.Run{{File: f}}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(b.String(), "Winner: library, 1.000 ms."))
	// Output: true
}
