package task_test

import (
	"context"
	"fmt"
	"sync/atomic"

	"heddle/task"
)

func ExampleRuntime_For() {
	x := make([]float64, 1000)
	task.Default().For(0, len(x), task.Static(0), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x[i] = float64(i) / 2
		}
	})
	fmt.Println(x[999])
	// Output: 499.5
}

// The update of a lower triangle, whose rows are of different lengths, shared evenly.
func ExampleRuntime_For2() {
	const n = 100
	var a [n][n]int
	task.Default().For2(task.Lower(0, n), task.Dynamic(8), func(i, j int) {
		a[i][j] = i*n + j
	})
	fmt.Println(a[99][99], a[0][99])
	// Output: 9999 0
}

func ExampleReduce() {
	sum := task.Reduce(task.Default(), 1, 101, task.Static(0), 0,
		func(lo, hi, acc int) int {
			for i := lo; i < hi; i++ {
				acc += i
			}
			return acc
		},
		func(a, b int) int { return a + b })
	fmt.Println(sum)
	// Output: 5050
}

// A prefix sum in two sweeps: each member sums its span, and then shifts it by what comes
// before.
func ExampleRuntime_Team() {
	x := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	const size = 3
	var total [size]int
	task.Default().Team(size, func(m *task.Member) {
		lo, hi := m.Span(0, len(x))
		sum := 0
		for i := lo; i < hi; i++ {
			sum += x[i]
			x[i] = sum
		}
		total[m.Rank()] = sum
		m.Barrier()
		before := 0
		for _, t := range total[:m.Rank()] {
			before += t
		}
		for i := lo; i < hi; i++ {
			x[i] += before
		}
	})
	fmt.Println(x)
	// Output: [1 3 6 10 15 21 28 36 45 55]
}

func ExampleMember_Single() {
	var table []int
	var seen [4]int
	task.Default().Team(len(seen), func(m *task.Member) {
		m.Single(func() { table = []int{2, 3, 5, 7} })
		seen[m.Rank()] = table[m.Rank()]
	})
	fmt.Println(seen)
	// Output: [2 3 5 7]
}

func ExampleScope_Loop() {
	x := make([]int, 100)
	var d task.Datum
	sum := 0
	task.Run(context.Background(), func(s *task.Scope) {
		s.Loop(0, len(x), 10, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				x[i] = i
			}
		}, d.Out())
		s.Go(func() {
			for _, v := range x {
				sum += v
			}
		}, d.In())
	})
	fmt.Println(sum)
	// Output: 4950
}

// A handle says when; the data lies elsewhere.
func ExampleAsync() {
	var x, y int
	task.Run(context.Background(), func(s *task.Scope) {
		a := task.Async(s, func() task.Void { x = 6; return task.Void{} })
		b := task.Async(s, func() task.Void { y = 7 * x; return task.Void{} }, a.In())
		b.Get()
		fmt.Println(y)
	})
	// Output: 42
}

// The data travels in the future: shared with readers, moved to the writer.
func ExampleDataflow() {
	type vector []int
	task.Run(context.Background(), func(s *task.Scope) {
		x := task.Async(s, func() vector { return vector{1, 2, 3} })
		sum := task.Then(s, x, func(x vector) int { return x[0] + x[1] + x[2] })
		y := task.Dataflow(s, func(v ...vector) vector {
			for i := range v[0] {
				v[0][i] *= 10
			}
			return v[0]
		}, x.Moved())
		before, _ := sum.Get()
		after, _ := y.Get()
		fmt.Println(before, after)
	})
	// Output: 6 [10 20 30]
}

func ExampleTryAsync() {
	err := task.Run(context.Background(), func(s *task.Scope) {
		a := task.TryAsync(s, func() (int, error) { return 0, fmt.Errorf("no pivot") })
		task.Then(s, a, func(x int) int { fmt.Println("never runs"); return x })
	})
	fmt.Println(err)
	// Output: no pivot
}

// Workers that have no work help with what one goroutine has begun; the pieces do not depend on
// who does them, so the result is the same whoever comes.
func ExampleRuntime_Malleable() {
	var next atomic.Int64
	squares := make([]int64, 1000)
	task.Default().Malleable(func(h *task.Helper) {
		for !h.Leave() {
			i := next.Add(1) - 1
			if i >= int64(len(squares)) {
				return
			}
			squares[i] = i * i
		}
	})
	fmt.Println(squares[999])
	// Output: 998001
}
