package cholesky

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"heddle/lab"
	"heddle/lab/peers"
	"heddle/task"
	"heddle/tile"
)

// Comparison is the experiment behind `heddle bench cholesky`: variants against each other, on the
// same matrices. The zero value compares all of them at order 2048 on all processors.
type Comparison struct {
	Sizes    []int    // orders; none: 2048
	Tiles    []int    // tiles a side; none: those of 8, 16 and 32 that each size can be cut into
	Variants []string // names, patterns or "all", as of lab.Select; none: all
	// Traversals are of Directions: the variants named are taken in each of them; none: right.
	Traversals []string
	Extra      []lab.Variant[*Problem] // strategies of the caller's own, beside those of the table
	Runtimes   []string                // of Runtimes(), patterns or "all"; none: heddle
	Peers      peers.Builder           // how rivals are found and built
	// With says on which kernels heddle's variants run, each in turn; nil in it stands for heddle's
	// own; none: those alone. Where there is another, rivals run on the same kernels, unless their
	// OpenBLAS has faster ones for a size of tiles: the records say which.
	With    []Library
	Workers []int    // none: GOMAXPROCS
	Queues  []string // "adaptive": the library decides what is queued; "always": every task is; none: adaptive
	Pin     task.Pin
	Reps    int // 0: lab.DefaultReps
	Seed    uint64
	Noop    bool // replace every operation on a tile by nothing: the cost of the strategy itself
	// Keep says which cases are measured, by what is known of them beforehand; nil: all.
	Keep func(*lab.Record) bool
	// Round is that of the records: "final", or none.
	Round string
	// Budget bounds the time of one case, so that a slow variant does not take minutes; 0: ten seconds.
	Budget time.Duration
	// Patience bounds the time of one table; 0: no bound.
	Patience time.Duration
	// Peak measures the FMA peak of a runtime's workers; nil: rates are compared with nothing.
	Peak func(*task.Runtime) float64
}

// Run measures in session: for every size and number of workers one table, in which repetitions
// alternate. It returns an error for a name that is not known or a size that makes no sense,
// before anything is measured, and the cause of a cancelled ctx. Rivals that have not been built
// are built first; one that is not installed, or cannot be built, is a record that says so.
func (c Comparison) Run(ctx context.Context, session *lab.Session) error {
	c = c.complete()
	layouts, err := c.check()
	if err != nil {
		return err
	}
	who, err := c.contestants(ctx, session)
	if err != nil {
		return err
	}
	if who.fleet != nil {
		defer who.fleet.Close()
		absent := lab.Record{Experiment: "cholesky", Routine: "potrf", Noop: c.Noop, N: c.Sizes[0], Workers: c.Workers[0]}
		if err := who.fleet.Report(session, absent); err != nil {
			return err
		}
	}
	c.leaveOut(session, who)
	for _, workers := range c.Workers {
		crews := c.crews(workers)
		for i, n := range c.Sizes {
			if err = c.table(ctx, session, crews, n, layouts[i], who); err != nil {
				break
			}
		}
		for _, w := range crews {
			w.rt.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// check returns the layouts of each size, or an error if something asked for makes no sense, and
// spells out the names of queues.
func (c *Comparison) check() ([][]tile.Layout, error) {
	if len(c.Queues) > 0 {
		var err error
		if c.Queues, err = lab.Choose("queue", []string{"adaptive", "always"}, c.Queues); err != nil {
			return nil, err
		}
	}
	layouts := make([][]tile.Layout, len(c.Sizes))
	for i, n := range c.Sizes {
		var err error
		if layouts[i], err = c.layouts(n); err != nil {
			return nil, err
		}
		if err := fits(n, layouts[i]); err != nil && !c.Noop {
			return nil, err
		}
	}
	return layouts, nil
}

// crew is a runtime, and the name of its way of queueing where that is compared.
type crew struct {
	rt    *task.Runtime
	queue string
}

// crews returns the runtimes that take part, one for each way of queueing.
func (c Comparison) crews(workers int) []crew {
	config := task.Config{Workers: workers, Pin: c.Pin, Seed: c.Seed}
	if len(c.Queues) == 0 {
		return []crew{{rt: task.New(config)}}
	}
	var crews []crew
	for _, q := range c.Queues {
		config.Inline = task.InlineAdaptive
		if q == "always" {
			config.Inline = task.InlineNever
		}
		crews = append(crews, crew{task.New(config), q})
	}
	return crews
}

// complete fills in the defaults.
func (c Comparison) complete() Comparison {
	c.Runtimes = lab.Or(c.Runtimes, []string{"heddle"})
	c.Sizes = lab.Or(c.Sizes, []int{2048})
	c.Workers = lab.Or(c.Workers, []int{runtime.GOMAXPROCS(0)})
	c.Variants = lab.Or(c.Variants, []string{"all"})
	c.With = lab.Or(c.With, []Library{nil})
	if c.Budget == 0 {
		c.Budget = 10 * time.Second
	}
	return c
}

// table measures all variants in all tile sizes at one order.
func (c Comparison) table(ctx context.Context, session *lab.Session, crews []crew, n int, layouts []tile.Layout, who contestants) error {
	var cases []lab.Case
	for _, w := range crews {
		if !who.heddle {
			break
		}
		for _, with := range c.With {
			p, err := NewProblem(w.rt, n, c.Seed, c.Noop)
			if err != nil {
				return err
			}
			cases = append(cases, c.cases(p, with, w.queue, layouts, who.variants)...)
		}
	}
	if who.fleet != nil {
		cases = append(cases, c.rivalCases(ctx, session, who, n, crews[0].rt.Workers(), layouts)...)
		defer who.fleet.Close() // their drivers serve this table alone
	}
	for i := range cases {
		cases[i].Record.Round = c.Round
	}
	if c.Keep != nil {
		cases = slices.DeleteFunc(cases, func(k lab.Case) bool { return !c.Keep(&k.Record) })
	}
	plan := lab.Plan{Reps: c.Reps, Budget: c.Budget, Patience: c.Patience}
	if c.Peak != nil && !c.Noop {
		plan.Peak = func() float64 { return c.Peak(crews[0].rt) }
	}
	return session.Measure(ctx, plan, cases)
}

// cases returns those of one problem on the kernels of with; nil: heddle's own.
func (c Comparison) cases(p *Problem, with Library, queue string, layouts []tile.Layout, variants []lab.Variant[*Problem]) []lab.Case {
	var cases []lab.Case
	for _, v := range variants {
		if v.Untiled && c.pointless(with) != "" {
			continue
		}
		for i, l := range layouts {
			if v.Untiled && i > 0 {
				break
			}
			k := c.newCase(p, with, v, l)
			k.Record.Queue = queue
			cases = append(cases, k)
		}
	}
	return cases
}

// pointless says why a variant that is one call is not measured on the given kernels, "" if it is.
func (c Comparison) pointless(with Library) string {
	switch {
	case c.Noop:
		return "it is one call, of which nothing is left without kernels"
	case with != nil:
		return "it is one call, with kernels of its own"
	}
	return ""
}

// leaveOut remarks which variants that somebody has named are not measured, and why.
func (c Comparison) leaveOut(session *lab.Session, who contestants) {
	reason := ""
	for _, with := range c.With {
		if reason = c.pointless(with); reason == "" {
			return
		}
	}
	for _, v := range who.variants {
		if who.heddle && v.Untiled && slices.Contains(c.Variants, v.Name) {
			session.Remark("%s is left out: %s", v.Name, reason)
		}
	}
	if who.fleet == nil || !c.Noop {
		return
	}
	for _, b := range who.fleet.Ready {
		for _, v := range b.Finding.Peer.Cholesky {
			if v.Opaque && (slices.Contains(c.Runtimes, b.Finding.Peer.Name) || slices.Contains(c.Variants, v.Name)) {
				session.Remark("%s %s is left out: %s", b.Finding.Peer.Name, v.Name, reason)
			}
		}
	}
}

// newCase returns the case of one variant in one tile size.
func (c Comparison) newCase(p *Problem, with Library, v lab.Variant[*Problem], l tile.Layout) lab.Case {
	r := lab.Record{
		Experiment: "cholesky", Routine: "potrf", Variant: v.Name, Noop: c.Noop, Seed: c.Seed,
		Pin: lab.PinName(c.Pin), Workers: p.Runtime.Workers(), N: p.n,
	}
	var kernels Arithmetic
	if with != nil {
		kernels = with.ForTile(l.NB)
		r.Kernel = kernels.Name()
	}
	t := l.Tiles
	if v.Untiled {
		r.Note = fmt.Sprintf("GOMAXPROCS %d", runtime.GOMAXPROCS(0))
	} else {
		r.Tiles, r.Tile, r.Tasks = t, l.NB, int(tile.CholeskyTasks(int64(t)))
	}
	n := float64(p.n)
	flops := n * n * n / 3
	if c.Noop {
		flops = 0
	}
	check := p.Check
	if c.Noop {
		check = nil // there is no answer
	}
	return lab.Case{
		Record:  r,
		Flops:   flops,
		Runtime: p.Runtime,
		Prepare: func() error {
			p.With = kernels
			return p.Prepare(l.NB)
		},
		Run:   func(ctx context.Context) error { return v.Run(ctx, p) },
		Check: check,
		Finish: func(r *lab.Record) {
			if r.Tasks > 0 {
				r.NsPerTask = r.MedianS * 1e9 / float64(r.Tasks)
			}
		},
	}
}
