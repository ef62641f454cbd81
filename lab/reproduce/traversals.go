package reproduce

import "time"

// traversals are the orders in which a factorization can visit its tiles: the paper's outlook.
func traversals() Experiment {
	return Experiment{
		Name: "cb-traversals", Paper: "outlook",
		Doc:   "right-, left- and top-looking factorization under the same strategies",
		Takes: takes("sizes", "tiles", "runtimes", "variants", "blas", "traversals"),
		Quick: Params{Sizes: []int{4096}, Tiles: doubling(8, 32), Runtimes: []string{"heddle"},
			Variants:   []string{"for-naive", "task-sync", "task-async", "task-prio", "future-handle"},
			Traversals: []string{"right", "left", "top"}, Reps: 20, Seed: 1, Budget: 4 * time.Second, Patience: 90 * time.Second},
		Full: Params{Sizes: []int{1 << 16}, Tiles: doubling(4, 1024), Runtimes: []string{"heddle"},
			Variants:   []string{"for-naive", "task-sync", "task-async", "task-prio", "future-handle", "future-data"},
			Traversals: []string{"right", "left", "top"}, Workers: []int{128}, Reps: 20, Seed: 1},
		Run: tiles,
	}
}
