package task_test

import (
	"context"
	"fmt"
	"sync"

	"heddle/task"
)

// One sum a node, over data that lies in the node's memory, and then the sum of those.
func ExampleRuntime_Arenas() {
	rt := task.New(task.Config{})
	defer rt.Close() // closes the arenas, too
	arenas := rt.Arenas()
	sum := make([]float64, len(arenas))
	var nodes sync.WaitGroup
	for i, a := range arenas {
		nodes.Go(func() {
			x := task.FirstTouch[float64](a, 100_000)
			a.For(0, len(x), task.Static(0), func(lo, hi int) {
				for j := lo; j < hi; j++ {
					x[j] = 0.5
				}
			})
			sum[i] = task.Reduce(a, 0, len(x), task.Static(0), 0.0,
				func(lo, hi int, acc float64) float64 {
					for _, v := range x[lo:hi] {
						acc += v
					}
					return acc
				},
				func(a, b float64) float64 { return a + b })
		})
	}
	nodes.Wait()
	total := 0.0
	for _, s := range sum {
		total += s
	}
	fmt.Println(total / float64(len(arenas)))
	// Output: 50000
}

// Work bound to one processor, while the rest of the machine does other things.
func ExampleRuntime_Arena() {
	first := task.Nodes()[0].CPUs[0]
	a := task.Default().Arena(first)
	a.Run(context.Background(), func(s *task.Scope) {
		s.Go(func() { fmt.Println("here") })
	})
	fmt.Println(a.Workers())
	// Output:
	// here
	// 1
}

// A slice that was allocated elsewhere moves to where its readers are, and is zero.
func ExampleSettle() {
	x := make([]float32, 1<<20)
	x[3] = 4
	task.Settle(task.Default().Arenas()[0], x)
	fmt.Println(x[3])
	// Output: 0
}
