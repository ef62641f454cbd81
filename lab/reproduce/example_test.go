package reproduce_test

import (
	"context"
	"fmt"

	"heddle/lab"
	"heddle/lab/reproduce"
)

func ExampleFind() {
	e, err := reproduce.Find("cb-tiles-heddle")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := e.Quick
	p.Runtimes = []string{"heddle"}
	p.Sizes, p.Tiles, p.Variants, p.Reps = []int{96}, []int{3}, []string{"task-*"}, 2
	var kept lab.Collect
	if err := e.Run(context.Background(), &lab.Session{Sink: &kept}, p); err != nil {
		fmt.Println(err)
	}
	for _, r := range kept.Records {
		fmt.Println(r.Variant, r.Tiles, r.OK)
	}
	_, err = reproduce.Find("cb-tiles-hedle")
	fmt.Println(err != nil)
	// Output:
	// task-sync 3 true
	// task-async 3 true
	// task-prio 3 true
	// true
}
