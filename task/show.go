package task

import (
	"context"
	"runtime"
	"runtime/pprof"
	rttrace "runtime/trace"
	"strings"
	"sync"
	"sync/atomic"
)

// Tasks can be shown to Go's own tools: as regions of an execution trace, and as labels of
// a CPU profile.

// observer returns what cfg asks for, nil if that is nothing.
func (cfg Config) observer() *tracing {
	if !cfg.Regions && !cfg.ProfileLabels {
		return nil
	}
	return &tracing{regions: cfg.Regions, labels: cfg.ProfileLabels}
}

func (tr *tracing) shows() bool { return tr.regions || tr.labels }

// An exhibit is a task being shown.
type exhibit struct {
	region *rttrace.Region
	before context.Context // whose labels the goroutine had
}

// exhibit shows that c goes on with the body of this name, for scope s.
func (c *carrier) exhibit(s *Scope, name string) (e exhibit) {
	if s.tracing.regions && rttrace.IsEnabled() {
		e.region = rttrace.StartRegion(context.Background(), name)
	}
	if s.tracing.labels {
		if e.before = c.labels; e.before == nil {
			e.before = context.Background()
			if c.guest {
				e.before = s.ctx // what the caller of Run has set by pprof.Do
			}
		}
		c.labels = labelled(name)
		pprof.SetGoroutineLabels(c.labels)
	}
	return e
}

// conceal undoes exhibit.
func (c *carrier) conceal(e exhibit) {
	if e.region != nil {
		e.region.End()
	}
	if e.before != nil {
		c.labels = e.before
		pprof.SetGoroutineLabels(e.before)
	}
}

// labelSets holds the label sets of tasks by name. Names may be made up as the program
// runs, so beyond mostLabelSets they are not kept.
var labelSets struct {
	byName sync.Map
	n      atomic.Int32
}

const mostLabelSets = 1 << 12

func labelled(name string) context.Context {
	if ctx, ok := labelSets.byName.Load(name); ok {
		return ctx.(context.Context)
	}
	ctx := pprof.WithLabels(context.Background(), pprof.Labels("task", name))
	if labelSets.n.Load() < mostLabelSets {
		if _, had := labelSets.byName.LoadOrStore(name, ctx); !had {
			labelSets.n.Add(1)
		}
	}
	return ctx
}

// functionNames holds the names of bodies by the address of their code.
var functionNames sync.Map

func functionName(code uintptr) string {
	if name, ok := functionNames.Load(code); ok {
		return name.(string)
	}
	name := "a task"
	if f := runtime.FuncForPC(code); f != nil {
		name = f.Name()
		name = name[strings.LastIndexByte(name, '/')+1:] // the path of the package says little
	}
	functionNames.Store(code, name)
	return name
}

// title is the label of t, or the name of its function.
func (t *slot) title() string {
	if name := t.name(); name != "" {
		return name
	}
	return functionName(codeOf(t.fn))
}

// show runs the body of a queued task that is to be recorded or shown.
func (c *carrier) show(t *slot) {
	tr := t.sc.tracing
	if !tr.shows() {
		c.record(t)
		return
	}
	e := c.exhibit(t.sc, t.title())
	if tr.logs != nil {
		c.record(t)
	} else {
		c.timed(t)
	}
	c.conceal(e)
}

// inPlaceShown is the fast path of Go, Go3 and Try for a scope whose tasks are to be
// recorded or shown: it runs the task if it should run in place.
func (s *Scope) inPlaceShown(kd kind, f func(), i, j, k int, cl []Clause) bool {
	glance := s.mode.Load()&^(modePoll|modeTraced) == modeInline && s.knows(codeOf(f)) && s.undisturbed() && s.calm(cl)
	if !glance && !(s.wantsInPlace(codeOf(f)) && s.settles(cl)) || s.detour() {
		return false
	}
	if s.tracing.shows() {
		s.callShown(kd, f, i, j, k, cl)
	} else {
		s.recordInPlace(kd, f, i, j, k, cl)
	}
	return true
}

// callShown runs a body in place and shows it.
func (s *Scope) callShown(kd kind, f func(), i, j, k int, cl []Clause) {
	tr, c := s.tracing, s.c
	name := labelOf(cl)
	if name == "" {
		name = functionName(codeOf(f))
	}
	e := c.exhibit(s, name)
	defer c.conceal(e)
	if tr.logs != nil {
		s.recordInPlace(kd, f, i, j, k, cl)
		return
	}
	ok := false
	defer func() {
		if !ok {
			s.thrown(recover(), cl)
		}
	}()
	if err := bodyInPlace(kd, f, i, j, k); err != nil {
		s.fail(s.here(), err, nil)
	}
	ok = true
	if s.lookDue() {
		s.look()
	}
}
