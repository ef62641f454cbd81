package task_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"heddle/task"
)

var ctx = context.Background()

func Example() {
	var a, b, c task.Datum
	var x, y, z int
	err := task.Run(ctx, func(s *task.Scope) {
		s.Go(func() { x = 7 }, a.Out())
		s.Go(func() { y = 2 * x }, a.In(), b.Out())
		s.Go(func() { z = 3 * x }, a.In(), c.Out())
		s.Go(func() { fmt.Println(y + z) }, b.In(), c.In())
	})
	fmt.Println(err)
	// Output:
	// 35
	// <nil>
}

func ExampleNew() {
	rt := task.New(task.Config{Workers: 2, Pin: task.PinClose})
	defer rt.Close()
	var d task.Datum
	n := 0
	rt.Run(ctx, func(s *task.Scope) {
		for range 1000 {
			s.Go(func() { n++ }, d.InOut())
		}
	})
	fmt.Println(n, rt.Workers())
	// Output: 1000 2
}

// The arguments travel in the task: nothing is allocated.
func ExampleScope_Go3() {
	const n = 4
	var tile [n][n]int
	var d [n][n]task.Datum
	update := func(i, j, k int) { tile[i][j] += k }
	task.Run(ctx, func(s *task.Scope) {
		for k := range n {
			for i := range n {
				for j := range n {
					s.Go3(update, i, j, k, d[i][j].InOut())
				}
			}
		}
	})
	fmt.Println(tile[1][2])
	// Output: 6
}

func ExampleScope_Try() {
	var d task.Datum
	err := task.Run(ctx, func(s *task.Scope) {
		s.Try(func() error { return errors.New("no such tile") }, d.Out(), task.Label("load"))
		s.Go(func() { fmt.Println("never") }, d.In())
	})
	fmt.Println(err)
	// Output: no such tile
}

func ExampleScope_Wait() {
	task.Run(ctx, func(s *task.Scope) {
		sum := make([]int, 3)
		for i := range sum {
			s.Go(func() { sum[i] = i * i })
		}
		s.Wait()
		fmt.Println(sum)
	})
	// Output: [0 1 4]
}

func ExampleScope_WaitOn() {
	task.Run(ctx, func(s *task.Scope) {
		var a, b task.Datum
		var x int
		s.Go(func() { x = 1 }, a.Out())
		s.Go(func() { time.Sleep(time.Millisecond) }, b.Out())
		s.WaitOn(&a) // not for b
		fmt.Println(x)
	})
	// Output: 1
}

// The sum of a tree: each node's task is done when its subtasks are.
func ExampleScope_GoScope() {
	var sum func(s *task.Scope, lo, hi int, to *int)
	sum = func(s *task.Scope, lo, hi int, to *int) {
		if hi-lo == 1 {
			*to = lo
			return
		}
		var l, r int
		var dl, dr task.Datum
		mid := (lo + hi) / 2
		s.GoScope(func(s *task.Scope) { sum(s, lo, mid, &l) }, dl.Out())
		s.GoScope(func(s *task.Scope) { sum(s, mid, hi, &r) }, dr.Out())
		s.Go(func() { *to = l + r }, dl.In(), dr.In())
	}
	total := 0
	task.Run(ctx, func(s *task.Scope) { sum(s, 0, 100, &total) })
	fmt.Println(total)
	// Output: 4950
}

func ExampleDatum_Commutative() {
	var d task.Datum
	seen := map[int]bool{}
	task.Run(ctx, func(s *task.Scope) {
		for i := range 10 {
			s.Go(func() { seen[i%3] = true }, d.Commutative()) // one at a time, in any order
		}
	})
	fmt.Println(len(seen))
	// Output: 3
}

func ExampleReduction() {
	sum := 0
	task.Run(ctx, func(s *task.Scope) {
		r := task.NewReduction(&sum, func() int { return 0 }, func(into, part *int) { *into += *part })
		for i := range 100 {
			r.Go(s, func(part *int) { *part += i })
		}
		s.Go(func() { fmt.Println(sum) }, r.In())
	})
	// Output: 4950
}

// The subtasks, not the task itself, wait for what they use.
func ExampleDatum_WeakInOut() {
	var d task.Datum
	x := 1
	task.Run(ctx, func(s *task.Scope) {
		s.Go(func() { x *= 10 }, d.InOut())
		s.GoScope(func(s *task.Scope) {
			// runs at once: prepare something
			s.Go(func() { x++ }, d.InOut())
		}, d.WeakInOut())
		s.Go(func() { fmt.Println(x) }, d.In())
	})
	// Output: 11
}

func ExampleScope_Event() {
	var d task.Datum
	task.Run(ctx, func(s *task.Scope) {
		var answer int
		s.Event(func(e *task.Event) {
			e.Add(1)
			time.AfterFunc(time.Millisecond, func() {
				answer = 42
				e.Done()
			})
		}, d.Out())
		s.Go(func() { fmt.Println(answer) }, d.In())
	})
	// Output: 42
}

func ExampleBlocking() {
	ch := make(chan string)
	task.Run(ctx, func(s *task.Scope) {
		s.Go(func() {
			task.Blocking(func() { fmt.Println(<-ch) }) // the worker does something else meanwhile
		}, task.Deferred())
		s.Go(func() { task.Blocking(func() { ch <- "hello" }) }, task.Deferred())
	})
	// Output: hello
}

func ExamplePanicError() {
	defer func() {
		pan := recover().(*task.PanicError)
		fmt.Println(pan.Label, pan.Value)
	}()
	task.Run(ctx, func(s *task.Scope) {
		s.Go(func() { panic("division by zero") }, task.Label("potrf"))
	})
	// Output: potrf division by zero
}

func ExampleCancelledError() {
	ctx, cancel := context.WithCancel(ctx)
	var d task.Datum
	err := task.Run(ctx, func(s *task.Scope) {
		s.Go(cancel, d.InOut())
		for range 9 {
			s.Go(func() {}, d.InOut())
		}
	})
	var c *task.CancelledError
	fmt.Println(errors.Is(err, context.Canceled), errors.As(err, &c), c.Unstarted)
	// Output: true true 9
}
