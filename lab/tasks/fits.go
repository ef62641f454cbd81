package tasks

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"heddle/dense"
	"heddle/lab"
)

// recordedTask is a bound of the bytes that a task of a recorded graph takes: 225 of Cholesky's, from
// the memory of `heddle bench overhead --variants taskcache --patterns cholesky --tiles 256`.
const recordedTask = 240

// fits refuses graphs that cannot be kept in memory together, since every variant that records one
// keeps it until all have been measured, and more tasks in all iterations than can be counted.
func (o Overhead) fits(variants []Variant, patterns []Pattern, tiles []int, runtimes int) error {
	recorded, most := 0.0, 1
	for _, p := range patterns {
		for _, t := range p.sizes(tiles) {
			most = max(most, choleskyTasks(t))
			for _, v := range variants {
				if v.records() {
					recorded += float64(choleskyTasks(t)) * float64(runtimes)
				}
			}
		}
	}
	if err := dense.Fits(int(min(recorded, math.MaxInt/2)), recordedTask, 1); err != nil {
		return lab.TooLarge(fmt.Sprintf("%.0f tasks of recorded graphs are too many", recorded), err)
	}
	if n := cmp.Or(o.Iterations, DefaultIterations); n > math.MaxInt/most/2 {
		return lab.Refuse("%d iterations of %d tasks: more than can be counted", n, most)
	}
	return nil
}

// records reports whether v repeats a recorded graph.
func (v Variant) records() bool {
	kind, _, _ := strings.Cut(v.Name, "+")
	return kind == "taskcache" || kind == "taskiter"
}
