package reproduce

import (
	"time"

	"heddle/lab/cholesky"
)

// traversals are the orders in which a factorization can visit its tiles: the paper's outlook.
func traversals() Experiment {
	variants := []string{
		"for-naive", "task-sync", "task-async", "task-prio", // heddle
		"for_naive", "task_naive", "task_depend", "task_prio", // OpenMP
	}
	runtimes := []string{"heddle", "openmp-gcc", "openmp-llvm"}
	return Experiment{
		Name: "cb-traversals", Paper: "outlook",
		Doc:   "right-, left- and top-looking factorization under the same strategies, of heddle and of OpenMP",
		Takes: takes("sizes", "tiles", "runtimes", "variants", "traversals", "blas"),
		Quick: Params{Sizes: []int{2048}, Tiles: doubling(8, 32), Runtimes: runtimes, Variants: variants,
			Traversals: cholesky.Directions, Reps: 20, Seed: 1, Budget: 4 * time.Second, Patience: 90 * time.Second},
		Full: Params{Sizes: []int{1 << 16}, Tiles: doubling(4, 1024), Runtimes: runtimes, Variants: variants,
			Traversals: cholesky.Directions, Workers: []int{128}, Reps: 20, Seed: 1},
		Run: tiles,
	}
}
