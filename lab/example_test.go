package lab_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"heddle/lab"
)

// sorting is a problem of one's own: put numbers in order.
type sorting struct{ input, output []int }

// A problem that the laboratory does not know is measured like its own: a table of variants,
// one case for each, and a plan.
func ExamplePlan_Measure() {
	table := []lab.Variant[*sorting]{
		{Name: "insertion", Doc: "insertion sort", Run: func(_ context.Context, p *sorting) error {
			for i := range p.output {
				for j := i; j > 0 && p.output[j] < p.output[j-1]; j-- {
					p.output[j], p.output[j-1] = p.output[j-1], p.output[j]
				}
			}
			return nil
		}},
		{Name: "library", Doc: "slices.Sort", Run: func(_ context.Context, p *sorting) error {
			slices.Sort(p.output)
			return nil
		}},
		{Name: "nothing", Doc: "hopes that the input is sorted", Run: func(context.Context, *sorting) error {
			return nil
		}},
	}
	chosen, err := lab.Select(table, []string{"all"})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &sorting{input: []int{5, 3, 8, 1, 9, 2}}
	var cases []lab.Case
	for _, v := range chosen {
		cases = append(cases, lab.Case{
			Record:  lab.Record{Experiment: "sort", Variant: v.Name, N: len(p.input)},
			Prepare: func() error { p.output = slices.Clone(p.input); return nil },
			Run:     func(ctx context.Context) error { return v.Run(ctx, p) },
			Check: func() (float64, error) {
				if !slices.IsSorted(p.output) {
					return 0, errors.New("not in order")
				}
				return 0, nil
			},
		})
	}
	records, err := lab.Plan{Reps: 5}.Measure(context.Background(), cases)
	if err != nil {
		fmt.Println(err)
	}
	for _, r := range records {
		fmt.Printf("%s: ok %t %s\n", r.Variant, r.OK, cmp.Or(r.Error, "-"))
	}
	// Output:
	// insertion: ok true -
	// library: ok true -
	// nothing: ok false not in order
}

func ExampleSelect() {
	table := []lab.Variant[int]{{Name: "task-sync"}, {Name: "task-async"}, {Name: "for-naive"}}
	chosen, err := lab.Select(table, []string{"task-*"})
	fmt.Println(len(chosen), err)
	_, err = lab.Select(table, []string{"task-asinc"})
	fmt.Println(err)
	// Output:
	// 2 <nil>
	// unknown variant "task-asinc": did you mean task-async or task-sync? (known: task-sync, task-async, for-naive)
}
