package peers

import (
	"slices"

	"heddle/lab"
)

// Variant is one way in which a rival solves a problem.
type Variant struct {
	Name string // as the driver knows it, and as records name it
	Doc  string // one line
	// Whole says that the variant hands the whole matrix to a threaded library: tiles mean nothing
	// to it.
	Whole bool
	// Opaque says that its kernels cannot be replaced by nothing.
	Opaque bool
	// Other says that it traverses the matrix in another order than the right-looking one. It takes
	// part only where it is named.
	Other bool
	// Form is the form of an example program (package apps) that this is: "tasks", "worksharing".
	Form string
}

// Peer is one rival.
type Peer struct {
	Name     string // the runtime field of its records
	Doc      string // one line: what it is
	Cholesky []Variant
	Programs []string  // the example programs (packages apps/...) of which it has forms
	Tree     []Variant // of the supernodal tree (package apps/tree)

	folder string // of its sources
	recipe recipe
}

// fork-join variants come first, then data flow.
var openmp = []Variant{
	{Name: "for_naive", Doc: "parallel for over rows, a barrier after each phase"},
	{Name: "for_collapse", Doc: "the update's triangle collapsed, static"},
	{Name: "task_naive", Doc: "a task a tile, a taskwait after each phase"},
	{Name: "task_depend", Doc: "tasks with depend clauses"},
	{Name: "task_prio", Doc: "task_depend with priorities"},
	{Name: "for_naive_left", Doc: "for_naive, left-looking", Other: true},
	{Name: "task_naive_left", Doc: "task_naive, left-looking", Other: true},
	{Name: "task_depend_left", Doc: "task_depend, left-looking", Other: true},
	{Name: "task_prio_left", Doc: "task_prio, left-looking", Other: true},
	{Name: "for_naive_top", Doc: "for_naive, top-looking", Other: true},
	{Name: "task_naive_top", Doc: "task_naive, top-looking", Other: true},
	{Name: "task_depend_top", Doc: "task_depend, top-looking", Other: true},
	{Name: "task_prio_top", Doc: "task_prio, top-looking", Other: true},
}

// trees are OpenMP's ways with the supernodal tree.
var trees = []Variant{
	{Name: "tree_tasks", Doc: "a task for each front, nested tasks for blocks of large ones"},
	{Name: "tree_teams", Doc: "a dynamic loop over the fronts of a level, nested teams for large ones"},
}

// programs are those that OpenMP has forms of: all.
var programs = []string{"multisaxpy", "heat", "heat-while", "nbody", "fwi", "hpccg", "hpcg", "hpcg-while"}

// programForms are the forms of each.
var programForms = []Variant{
	{Name: "task_depend", Form: "tasks", Doc: "tasks with depend clauses, submitted anew in every iteration"},
	{Name: "parallel_for", Form: "worksharing", Doc: "parallel loops with barriers"},
}

// Table lists the rivals, those of Debian first.
var Table = []Peer{
	{Name: "openmp-gcc", Doc: "OpenMP of GCC (libgomp)", folder: "openmp", Cholesky: openmp, Programs: programs, Tree: trees, recipe: gccOpenMP},
	{
		Name: "openmp-llvm", Doc: "OpenMP of LLVM (libomp)", folder: "openmp", Programs: programs, Tree: trees, recipe: llvmOpenMP,
		Cholesky: slices.Insert(slices.Clone(openmp), 2,
			Variant{Name: "for_collapse_dynamic", Doc: "the update's triangle collapsed, dynamic: an extension that GCC rejects"}),
	},
	{Name: "tbb", Doc: "oneTBB", folder: "tbb", recipe: oneTBB, Cholesky: []Variant{
		{Name: "parallel_for", Doc: "parallel_for over rows, naive"},
		{Name: "range2d", Doc: "the update collapsed by a blocked_range2d"},
		{Name: "task_group", Doc: "a task a tile, a wait after each phase"},
		{Name: "flow_graph", Doc: "a graph of continue_nodes, building it included"},
	}, Tree: []Variant{
		{Name: "tree_for", Doc: "parallel_for over the fronts of a level, nested in large ones"},
	}},
	{Name: "starpu", Doc: "StarPU", folder: "starpu", recipe: starPU, Cholesky: []Variant{
		{Name: "data_flow", Doc: "tasks with a handle a tile, scheduler lws"},
		{Name: "data_flow_prio", Doc: "data_flow with priorities"},
	}},
	{Name: "lapacke", Doc: "LAPACKE over threaded OpenBLAS", folder: "lapacke", recipe: lapackeRecipe, Cholesky: []Variant{
		{Name: "dpotrf", Doc: "one call on the whole matrix", Whole: true, Opaque: true},
	}},
	{Name: "taskflow", Doc: "Taskflow", folder: "taskflow", recipe: taskflow, Cholesky: []Variant{
		{Name: "static_graph", Doc: "a graph, building it included"},
		{Name: "dependent_async", Doc: "asynchronous tasks that name the tasks before them"},
	}},
	{Name: "hpx", Doc: "HPX", folder: "hpx", recipe: hpxRecipe, Cholesky: []Variant{
		{Name: "async_future", Doc: "dataflow; the tile travels inside its future"},
		{Name: "async_void", Doc: "dataflow; futures without a value"},
		{Name: "sync_future", Doc: "futures, a wait after each phase"},
		{Name: "loop_one", Doc: "for_loop over rows"},
		{Name: "loop_two", Doc: "for_loop over rows, and one inside"},
	}},
	{Name: "plasma", Doc: "PLASMA", folder: "plasma", recipe: plasmaRecipe, Cholesky: []Variant{
		{Name: "plasma_dpotrf", Doc: "one call, conversion to tiles and back included", Opaque: true},
	}},
	{Name: "go", Doc: "plain Go: pools and phases, on heddle's kernels", folder: "go", recipe: goModules, Cholesky: []Variant{
		{Name: "pond", Doc: "github.com/alitto/pond: a task group a phase"},
		{Name: "ants", Doc: "github.com/panjf2000/ants: a pool and a WaitGroup a phase"},
		{Name: "conc", Doc: "github.com/sourcegraph/conc: a pool with a limit a phase"},
		{Name: "errgroup", Doc: "golang.org/x/sync/errgroup: a group with a limit a phase"},
	}},
}

// Names lists the names of Table.
func Names() []string {
	names := make([]string, len(Table))
	for i, p := range Table {
		names[i] = p.Name
	}
	return names
}

// choose returns the rows of Table that names name, patterns and "all" as of lab.Choose.
func choose(names []string) ([]Peer, error) {
	chosen, err := lab.Choose("rival", Names(), names)
	if err != nil {
		return nil, err
	}
	var out []Peer
	for _, name := range chosen {
		out = append(out, Table[slices.IndexFunc(Table, func(p Peer) bool { return p.Name == name })])
	}
	return out, nil
}
