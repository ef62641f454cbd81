package peers_test

import (
	"fmt"
	"io/fs"

	"heddle/peers"
)

func ExampleSources() {
	variants, err := fs.Glob(peers.Sources(), "openmp/task_*.cpp")
	fmt.Println(variants, err)
	// Output: [openmp/task_depend.cpp openmp/task_naive.cpp openmp/task_prio.cpp] <nil>
}
