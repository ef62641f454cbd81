package task

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
)

// A Runtime is a pool of workers. Its methods may be called from any goroutine, also from
// within tasks. It starts goroutines when there is work and lets them sleep when there is
// none; Close ends them.
type Runtime struct {
	cfg Config
	ws  []*worker

	_ [line]byte
	// Read by every worker at every turn, written when somebody falls asleep or wakes.
	// nidle and nclaims are the lengths of idle and claims.
	nidle, nclaims, searching atomic.Int32
	ninvited                  atomic.Int32 // length of invitations
	_                         [line]byte

	mu          sync.Mutex    // guards who holds which seat
	idle        []*worker     // seats that nobody holds; empty while claims is not
	claims      []*carrier    // those who need a seat to go on, first come first served
	resting     []*carrier    // carriers of ours that sleep without work, without a seat
	invitations []*invitation // to help with loops and teams
	spares      []chan func() // goroutines for team members beyond the workers, idle
	arenas      []*Runtime    // made by Arena; they close with this one
	parent      *Runtime      // whose arena it is; set before anybody else has it
	closed      bool
	runs        int       // calls of Run from outside that have not returned
	tracing     *tracing  // what calls of Run are to do about their tasks, nil: nothing
	ended       sync.Cond // runs has fallen
	carriers    sync.WaitGroup
	guests      sync.Pool // of *carrier

	codes  codes
	paces  paces
	sites  sites
	kept   keptLanes
	pool   pool
	pieces pieces
	wakeNs atomic.Int64 // what waking a worker costs the waker; a hint
}

// New returns a runtime. It panics if the configuration makes no sense. Cost: some
// microseconds; workers start when there is work for them.
func New(cfg Config) *Runtime {
	cfg = cfg.complete()
	rt := &Runtime{cfg: cfg, tracing: cfg.observer()}
	rt.ended.L = &rt.mu
	rt.guests.New = func() any { return &carrier{rt: rt, guest: true} }
	rt.wakeNs.Store(wakeGuess)
	cpus := cfg.cpus()
	for i := range cfg.Workers {
		w := &worker{rt: rt, id: i, rng: *rand.NewPCG(cfg.Seed, uint64(i))}
		if cpus != nil {
			w.cpu = cpus[i] + 1
		}
		rt.ws = append(rt.ws, w)
	}
	for i := range rt.ws { // the first worker is taken first
		rt.idle = append(rt.idle, rt.ws[len(rt.ws)-1-i])
	}
	rt.nidle.Store(int32(len(rt.idle)))
	register(rt)
	return rt
}

var defaultRuntime = sync.OnceValue(func() *Runtime { return New(Config{}) })

// Default returns the runtime of the package's functions: the zero Config. It is made at
// the first call and cannot be closed.
func Default() *Runtime { return defaultRuntime() }

// Run runs body on the Default runtime; see Runtime.Run.
func Run(ctx context.Context, body func(*Scope)) error { return Default().Run(ctx, body) }

// Workers returns how many bodies may run at once.
func (rt *Runtime) Workers() int { return len(rt.ws) }

// Stats says what a runtime has done since it was made.
type Stats struct {
	Steals uint64 // successful visits to other workers
	Stolen uint64 // tasks taken by them
	Rests  uint64 // times that a worker found nothing and went to sleep
}

// Stats returns the sums over all workers. They are exact when nothing runs.
func (rt *Runtime) Stats() (st Stats) {
	for _, w := range rt.ws {
		st.Steals += w.count.steals.Load()
		st.Stolen += w.count.stolen.Load()
		st.Rests += w.count.rests.Load()
	}
	return st
}

// Close waits for the calls of Run that are in progress, and then ends the workers: no
// goroutine is left. Arenas of the runtime close with it. Later calls of Run, and of Close,
// return ErrClosed. Close fails if a task of the runtime, or of an arena of it, calls it, or if
// it is the Default one.
func (rt *Runtime) Close() error {
	if rt.inside() {
		return errors.New("task: Close called from within the runtime")
	}
	if rt == Default() {
		return errors.New("task: the default runtime cannot be closed")
	}
	rt.mu.Lock()
	if rt.closed {
		rt.mu.Unlock()
		return ErrClosed
	}
	rt.closed = true // from now on a carrier that finds no work ends
	for rt.runs > 0 {
		rt.ended.Wait()
	}
	resting := rt.resting
	rt.resting = nil
	rt.dismissSpares()
	rt.mu.Unlock()
	for _, c := range resting {
		c.sleep.Unpark()
	}
	rt.carriers.Wait()
	unregister(rt)
	rt.closeArenas()
	return nil
}

// enter makes the calling goroutine, which holds no seat of rt, a carrier with a seat, not yet
// tied to its processor. A seat of another runtime it gives up until leave.
func (rt *Runtime) enter() (*carrier, error) {
	outer := stepOutElsewhere()
	rt.mu.Lock()
	if rt.closed {
		rt.mu.Unlock()
		outer.stepBack()
		return nil, ErrClosed
	}
	c := rt.guests.Get().(*carrier)
	c.outer = outer
	rt.runs++
	if c.root = rt.tracing; c.root != nil {
		c.root.runs++
	}
	rt.acquireLocked(c)
	c.start()
	return c, nil
}

// leave undoes enter.
func (rt *Runtime) leave(c *carrier) {
	c.settleSearch()
	c.exposeAll()
	rt.mu.Lock()
	heir := rt.vacate(c)
	rt.runs--
	if c.root != nil {
		c.root.runs--
	}
	if rt.closed || c.root != nil {
		rt.ended.Broadcast()
	}
	rt.mu.Unlock()
	rt.handOver(heir)
	c.unpin()
	outer := c.outer
	c.cur, c.root, c.outer = nil, nil, nil
	c.tracer = tracer{open: c.tracer.open[:0]}
	rt.guests.Put(c)
	outer.stepBack()
}

// current returns the carrier that the calling goroutine is, nil if it holds no seat.
func (rt *Runtime) current() *carrier { return rt.holder(goid()) }

func (rt *Runtime) holder(g uintptr) *carrier {
	for _, w := range rt.ws {
		if w.g.Load() == g {
			return w.c // ours, and therefore stable
		}
	}
	return nil
}

// runtimes are all that have not been closed: Blocking must find where it is.
var runtimes struct {
	mu   sync.Mutex
	list atomic.Pointer[[]*Runtime] // replaced under mu, never changed
}

func register(rt *Runtime) { editRuntimes(func(l []*Runtime) []*Runtime { return append(l, rt) }) }

func unregister(rt *Runtime) {
	editRuntimes(func(l []*Runtime) []*Runtime {
		return slices.DeleteFunc(l, func(x *Runtime) bool { return x == rt })
	})
}

func editRuntimes(edit func([]*Runtime) []*Runtime) {
	runtimes.mu.Lock()
	defer runtimes.mu.Unlock()
	var l []*Runtime
	if p := runtimes.list.Load(); p != nil {
		l = slices.Clone(*p)
	}
	l = edit(l)
	runtimes.list.Store(&l)
}
