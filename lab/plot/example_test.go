package plot_test

import (
	"fmt"
	"strings"

	"heddle/lab"
	"heddle/lab/plot"
)

func ExampleCharts() {
	var records []lab.Record
	for _, tiles := range []int{4, 8, 16} {
		for _, v := range []string{"for-naive", "task-async"} {
			records = append(records, lab.Record{
				Experiment: "cholesky", Runtime: "heddle", Routine: "potrf", Variant: v, Workers: 2, N: 1024, Tiles: tiles, OK: true,
				MedianS: 0.01, MinS: 0.009, MaxS: 0.02, GFlops: 35, PeakGFlops: 140,
			})
		}
	}
	charts := plot.Charts(records, plot.Options{Y: "gflops"})
	for _, c := range charts {
		fmt.Printf("%s: %s against %s, up to %s\n", c.Title, c.Y.Label, c.X.Label, c.Limits[0].Name)
		for _, s := range c.Series {
			fmt.Println(s.Name, len(s.Points))
		}
	}
	var b strings.Builder
	if err := plot.SVG(&b, charts, plot.Size{Width: 800, Height: 500, Legend: true}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.HasPrefix(b.String(), "<svg "))
	// Output:
	// Cholesky, n = 1024: GFLOP/s a core against tiles on a side of the matrix, up to FMA peak 70 GFLOP/s a core
	// for-naive 3
	// task-async 3
	// true
}
