package tasks

import (
	"context"
	"slices"
	"strings"
	"time"

	"heddle/lab"
	"heddle/task"
)

// A Variant is a way of running the same graph of empty tasks again and again. What it
// measures is a repeated task: graphs are recorded before.
type Variant struct {
	Name      string
	Doc       string
	Successor task.Successor
	run       func(ctx context.Context, rt *task.Runtime, g *replayed, iterations int) error
}

// DefaultIterations is how often a variant repeats its graph.
const DefaultIterations = 100

// VariantPatterns are the names of the patterns that variants repeat by default.
func VariantPatterns() []string { return []string{"heat", "cholesky"} }

// Variants returns the table of variants. Names are those of the study of cyclic task
// graphs: "+is" is the immediate successor past the queues, "+is-inside" through the
// scheduler's lock, and without either there is none.
func Variants() []Variant {
	const off, inside, bypass = task.SuccessorOff, task.SuccessorInside, task.SuccessorBypass
	return []Variant{
		{"serial", "the recorded order as a plain loop", off, runSerial},
		{"tasks", "tasks submitted anew in each iteration", off, runTasks},
		{"tasks+is-inside", "the same with immediate successor, through the lock", inside, runTasks},
		{"tasks+is", "the same with immediate successor", bypass, runTasks},
		{"taskcache", "a graph recorded once, with a barrier between iterations", off, runTaskcache},
		{"taskiter", "the graph as a cycle: iterations overlap", off, runTaskiter},
		{"taskiter+is-inside", "the same with immediate successor, through the lock", inside, runTaskiter},
		{"taskiter+is", "the same with immediate successor", bypass, runTaskiter},
	}
}

func chooseVariants(asked []string) ([]Variant, error) {
	if len(asked) == 0 {
		return nil, nil
	}
	table := Variants()
	known := make([]string, len(table))
	for i, v := range table {
		known[i] = v.Name
	}
	names, err := lab.Choose("variant", known, asked)
	if err != nil {
		return nil, err
	}
	var chosen []Variant
	for _, name := range names {
		chosen = append(chosen, table[slices.Index(known, name)])
	}
	return chosen, nil
}

// crews are runtimes that differ in how they treat the immediate successor.
type crews struct {
	plain *task.Runtime // for no variant
	by    map[task.Successor]*task.Runtime
}

func newCrews(c task.Config, variants []Variant) crews {
	if variants == nil {
		return crews{plain: task.New(c)}
	}
	cr := crews{by: map[task.Successor]*task.Runtime{}}
	for _, v := range variants {
		if cr.by[v.Successor] == nil {
			c.Successor = v.Successor
			cr.by[v.Successor] = task.New(c)
		}
	}
	return cr
}

func (c crews) of(v Variant) *task.Runtime { return c.by[v.Successor] }

func (c crews) all() []*task.Runtime {
	if c.plain != nil {
		return []*task.Runtime{c.plain}
	}
	var list []*task.Runtime
	for _, rt := range c.by {
		list = append(list, rt)
	}
	return list
}

// A replayed graph is shared by the variants that repeat it. Each records its own, as they
// learn what suits them.
type replayed struct {
	*graph
	submit func(*task.Scope)
	graphs map[string]*task.Graph
}

func runSerial(_ context.Context, _ *task.Runtime, g *replayed, n int) error {
	for range n {
		g.serial()
	}
	return nil
}

func runTasks(ctx context.Context, rt *task.Runtime, g *replayed, n int) error {
	return rt.Run(ctx, func(s *task.Scope) {
		for range n {
			g.submit(s)
		}
	})
}

func runTaskcache(ctx context.Context, rt *task.Runtime, g *replayed, n int) error {
	r := g.graphs["taskcache"]
	for range n {
		if err := r.Run(ctx, rt); err != nil {
			return err
		}
	}
	return nil
}

func runTaskiter(ctx context.Context, rt *task.Runtime, g *replayed, n int) error {
	return g.graphs["taskiter"].Iterate(ctx, rt, n)
}

// variantCase is one pattern of one size, repeated in one way.
func variantCase(rt *task.Runtime, v Variant, p Pattern, shared *replayed, iterations int, r lab.Record) lab.Case {
	r.Variant, r.Iterations = v.Name, iterations
	each := p.sized(choleskyTasks(r.Tiles)).tasks
	r.Tasks = each * iterations
	times := max(1, together/r.Tasks)
	own := new(replayed)
	return lab.Case{
		Record: r,
		Prepare: func() error {
			load.busy = false
			if shared.graph == nil {
				shared.graph = p.sized(choleskyTasks(r.Tiles))
				shared.submit = shared.graph.submit(r.Form)
			}
			if own.graph == nil {
				*own = replayed{graph: shared.graph, submit: shared.submit, graphs: map[string]*task.Graph{}}
				if v.records() {
					kind, _, _ := strings.Cut(v.Name, "+")
					own.graphs[kind] = task.Record(own.submit)
				}
			}
			return nil
		},
		Clock: func(ctx context.Context) (float64, error) {
			start := time.Now()
			for range times {
				if err := v.run(ctx, rt, own, iterations); err != nil {
					return 0, err
				}
			}
			return time.Since(start).Seconds() / float64(times), nil
		},
		Finish: func(r *lab.Record) {
			r.NsPerTask = r.MedianS / float64(r.Tasks) * 1e9
			*own, *shared = replayed{}, replayed{}
		},
	}
}
