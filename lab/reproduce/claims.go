package reproduce

import (
	"context"
	"time"

	"heddle/lab"
)

// claims are the paper's sentences: what they compare, in one run.
func claims() Experiment {
	variants := []string{
		"for-naive", "for-collapse", "task-sync", "task-async", // heddle
		"for_naive", "for_collapse", "for_collapse_dynamic", "task_naive", "task_depend", // OpenMP
		"loop_one", "loop_two", "sync_future", "async_future", "async_void", // HPX
		"parallel_for", "range2d", "task_group", "flow_graph", // oneTBB
		"data_flow", "static_graph", "dependent_async", // StarPU, Taskflow
	}
	runtimes := []string{"heddle", "openmp-gcc", "openmp-llvm", "hpx", "tbb", "starpu", "taskflow"}
	return Experiment{
		Name: "cb-claims", Paper: "abstract and conclusions",
		Doc:   "the paper's sentences as a table: what it found on 128 cores, and what this machine gives, in one run",
		Takes: takes("sizes", "tiles", "runtimes", "variants", "blas"),
		Quick: Params{Sizes: []int{3072}, Tiles: []int{8, 16, 32}, Runtimes: runtimes, Variants: variants, BLAS: []string{"all"},
			Reps: 20, Seed: 1, Budget: 4 * time.Second, Patience: time.Minute},
		Full: Params{Sizes: []int{1 << 16}, Tiles: doubling(32, 256), Runtimes: runtimes, Variants: variants, BLAS: []string{"all"},
			Workers: []int{128}, Reps: 20, Seed: 1},
		Run: func(ctx context.Context, session *lab.Session, p Params) error {
			if err := tiles(ctx, session, p); err != nil {
				return err
			}
			// Twice as many tiles as the largest number, without kernels: what a task costs.
			n := len(p.Tiles)
			if n == 0 {
				return nil
			}
			p.Tiles, p.BLAS = []int{2 * p.Tiles[n-1]}, nil
			return runOverhead(ctx, session, p)
		},
	}
}
