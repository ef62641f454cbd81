package reproduce

import (
	"context"
	"time"

	"heddle/lab"
	"heddle/lab/iterative"
)

// iterated are the parameters of all experiments with iterative programs.
func iterated() []string {
	return takes("apps", "variants", "runtimes", "size", "block", "iterations")
}

// quickly are their defaults, which end in minutes on two cores.
func quickly(variants ...string) Params {
	return Params{Apps: []string{"all"}, Variants: variants, Runtimes: []string{"all"}, Reps: 7, Seed: 1,
		Budget: 2 * time.Second, Patience: 25 * time.Second}
}

// fully are the same with as many repetitions as it takes. The paper's sizes are of 64 and more
// cores and are not repeated: --size and --iterations set others.
func fully(variants ...string) Params {
	p := quickly(variants...)
	p.Reps, p.Budget, p.Patience = 20, 0, 0
	return p
}

// newIterative returns an experiment that measures programs and derives records from what was
// measured.
func newIterative(e Experiment, derive func([]iterative.Study) []lab.Record) Experiment {
	e.Takes = iterated()
	e.Run = func(ctx context.Context, session *lab.Session, p Params) error {
		pin, err := p.pin()
		if err != nil {
			return err
		}
		spec := iterative.Spec{Apps: p.Apps, Variants: p.Variants, Runtimes: p.Runtimes, Size: p.Size, Blocks: p.Blocks,
			Iterations: p.Iterations, Workers: p.Workers, Pin: pin, Reps: p.Reps, Seed: p.Seed, Budget: p.Budget, Patience: p.Patience}
		records, err := spec.Measure(ctx, session)
		if err != nil {
			return err
		}
		for _, r := range derive(iterative.Studies(records)) {
			if err := session.Take(r); err != nil {
				return err
			}
		}
		return nil
	}
	return e
}

// granularity is every variant from the smallest tasks to the largest.
func granularity() Experiment {
	return newIterative(Experiment{
		Name: "ti-granularity", Paper: "experiment 2",
		Doc:   "performance of the iterative programs against the size of a task, and the smallest effective one",
		Quick: quickly("all"), Full: fully("all"),
	}, func(s []iterative.Study) []lab.Record { return append(iterative.Smalls(s), iterative.METGs(s)...) })
}

// variants is every variant at two granularities.
func variants() Experiment {
	return newIterative(Experiment{
		Name: "ti-variants", Paper: "experiment 1",
		Doc:   "the variants of the iterative programs at the optimal and at the small granularity, over tasks",
		Quick: quickly("all"), Full: fully("all"),
	}, func(s []iterative.Study) []lab.Record {
		out := append(iterative.Smalls(s), iterative.Speeds(s, iterative.Small, "tasks")...)
		out = append(out, iterative.Speeds(s, iterative.Optimal, "tasks")...)
		return append(out, iterative.Behind(s)...)
	})
}

// traces is what the workers do under two variants, task by task.
func traces() Experiment {
	p := quickly("tasks", "taskiter+is")
	p.Apps, p.Size, p.Blocks, p.Iterations, p.Reps = []string{"hpcg"}, []int{32}, []int{4}, 10, 5
	p.Runtimes = []string{"heddle"}
	return newIterative(Experiment{
		Name: "ti-trace", Paper: "the figures of execution traces",
		Doc:   "execution traces of hpcg under tasks and under taskiter with immediate successor",
		Trace: "ti-trace.json",
		Quick: p, Full: p,
	}, func([]iterative.Study) []lab.Record { return nil })
}

// summary is the headline of the paper.
func summary() Experiment {
	few := []string{"serial", "tasks-queued", "tasks", "taskiter", "taskiter+is"}
	return newIterative(Experiment{
		Name: "ti-summary", Paper: "the abstract: 2.56, 3.77 and 5.2 times",
		Doc:   "geometric means: taskiter with immediate successor over tasks, and over OpenMP of LLVM and GCC",
		Quick: quickly(few...), Full: fully(few...),
	}, func(s []iterative.Study) []lab.Record { return append(iterative.Smalls(s), iterative.Summary(s)...) })
}
