package task_test

import (
	"context"
	"fmt"

	"heddle/task"
)

func ExampleScope_Iterate() {
	var a, b task.Datum
	x, y := 1, 0
	task.Run(context.Background(), func(s *task.Scope) {
		s.Iterate(10, func(s *task.Scope) {
			s.Go(func() { y += x }, a.In(), b.InOut())
			s.Go(func() { x *= 2 }, a.InOut())
		})
		s.Go(func() { fmt.Println(x, y) }, a.In(), b.In())
	})
	// Output: 1024 1023
}

func ExampleScope_IterateWhile() {
	var d task.Datum
	x := 1000.0
	task.Run(context.Background(), func(s *task.Scope) {
		s.IterateWhile(func() bool { return x > 1 }, func(s *task.Scope) {
			s.Go(func() { x /= 2 }, d.InOut())
		})
	})
	fmt.Println(x)
	// Output: 0.9765625
}

func ExampleUnroll() {
	var d task.Datum
	n := 0
	task.Run(context.Background(), func(s *task.Scope) {
		s.IterateWhile(func() bool { return n < 10 }, func(s *task.Scope) {
			s.Go(func() { n++ }, d.InOut())
		}, task.Unroll(4))
	})
	fmt.Println(n)
	// Output: 12
}

func ExampleUpdate() {
	var d task.Datum
	round, sum := 0, 0
	task.Run(context.Background(), func(s *task.Scope) {
		s.Iterate(5, func(s *task.Scope) {
			round++
			k := round
			s.Go(func() { sum += k * k }, d.InOut())
		}, task.Update)
	})
	fmt.Println(sum)
	// Output: 55
}

func ExampleScope_GoStep() {
	var d task.Datum
	task.Run(context.Background(), func(s *task.Scope) {
		s.Iterate(3, func(s *task.Scope) {
			s.GoStep(func(step int) { fmt.Println("step", step) }, d.InOut())
		})
	})
	// Output:
	// step 0
	// step 1
	// step 2
}

func ExampleRecord() {
	var d task.Datum
	x := 1
	g := task.Record(func(s *task.Scope) {
		s.Go(func() { x *= 2 }, d.InOut())
		s.Go(func() { x++ }, d.InOut())
	})
	ctx, rt := context.Background(), task.Default()
	g.Run(ctx, rt)        // once
	g.Iterate(ctx, rt, 3) // three times, without a barrier
	fmt.Println(x)
	// Output: 31
}
