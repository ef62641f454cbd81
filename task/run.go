package task

import (
	"context"

	"heddle/internal/gid"
	"heddle/internal/shut"
)

func goid() uintptr { return gid.ID() }

// Run calls body with a new scope and returns when body has returned and all tasks of the
// scope are done: no task outlives its Run.
//
// It returns the error that is first in program order among those of tasks submitted with
// Try, or a *CancelledError if ctx was cancelled first. If a task, or body, panics, Run
// panics with a *PanicError when all tasks have ended. After Close it returns ErrClosed.
//
// The calling goroutine becomes one of the workers for the duration. If all are busy it
// waits for one, so that never more than Workers bodies run at once, whoever calls. A Run
// within a task keeps the task's worker, and helps. A task of another runtime gives its worker
// there to others meanwhile, as in Blocking, so runtimes may call each other.
//
// Cost: about 300 ns.
func (rt *Runtime) Run(ctx context.Context, body func(*Scope)) error {
	c := rt.current()
	if c == nil {
		var err error
		if c, err = rt.enter(); err != nil {
			return err
		}
		defer rt.leave(c)
		if len(rt.cfg.CPUs) > 0 { // else when the first task is queued: see survey
			c.tie()
		}
	}
	s := c.newScope()
	s.nest(c.cur)
	if c.cur == nil {
		s.traced(c.root, c)
	}
	s.setContext(ctx)
	return c.runScope(s, body)
}

// nest makes s a child of p, which may be nil.
func (s *Scope) nest(p *Scope) {
	// A store takes as long as ten loads, and a Run has few other costs.
	if s.parent.Load() != p {
		s.parent.Store(p)
	}
	d := int32(0)
	if p != nil {
		d = p.depth.Load() + 1
		s.root = p.root
		if n := p.seen.Load(); s.seen.Load() != n {
			s.seen.Store(n)
		}
		s.mode.Or(modePoll)
		if p.tracing != nil {
			s.traced(p.tracing, s.c)
		}
	}
	if s.depth.Load() != d {
		s.depth.Store(d)
	}
}

func (s *Scope) setContext(ctx context.Context) {
	s.ctx, s.done = ctx, ctx.Done()
	s.gone = shut.Word(s.done)
	if s.done != nil {
		s.mode.Or(modePoll)
	}
}

// runScope runs body and what it submits to the end, also when body does not return.
func (c *carrier) runScope(s *Scope, body func(*Scope)) (err error) {
	prev := c.cur
	c.cur = s
	ok := false
	defer func() {
		if !ok { // a panic of the caller's own is not possible here: Goexit
			c.cur = s
			s.fail(s.here(), ErrGoexit, nil)
			s.making, s.waiting = false, false
			s.Wait()
			s.close(c)
		}
		c.cur = prev
	}()
	recorded := s.beginBody(BodySpan, nil)
	s.callBody(body)
	if recorded {
		c.end()
	}
	s.Wait()
	s.mu.Lock()
	err = s.reason()
	s.mu.Unlock()
	s.close(c)
	ok = true
	if pan, isPanic := err.(*PanicError); isPanic {
		panic(pan)
	}
	return err
}

// callBody runs the body of a scope and catches a panic.
func (s *Scope) callBody(body func(*Scope)) {
	ok := false
	defer func() {
		if !ok {
			if v := recover(); v != nil {
				s.seq++ // after all that it has submitted
				s.failPanic(s.here(), v, "")
			}
		}
	}()
	body(s)
	ok = true
}

// execScope runs body as that of GoScope task t and tells whether the task is done. If not,
// who finishes the last subtask finishes it. A nil body is that of a task that is dropped:
// what its weak accesses follow may still be running, and the task must not be done before.
func (c *carrier) execScope(t *slot, body func(*Scope)) bool {
	s := c.newScope()
	s.nest(t.sc)
	s.owner = t
	s.ctx, s.done, s.gone = t.sc.ctx, t.sc.done, t.sc.gone
	prev := c.cur
	c.cur = s
	ok, recorded := false, false
	defer func() {
		if !ok { // Goexit: the goroutine ends, so finish here what it can
			if recorded {
				c.end()
			}
			s.fail(s.here(), ErrGoexit, nil)
			if s.leaveBody() {
				if next := c.finish(s.end(c)); next != nil {
					c.push(next)
				}
			}
		}
	}()
	s.openGates(t)
	if body != nil {
		recorded = s.beginBody(TaskSpan, t)
		s.callBody(body)
	}
	if ok = true; recorded {
		c.end()
	}
	c.cur = prev
	return s.leaveBody() && s.end(c) != nil
}

// leaveBody sets the watch over the subtasks; it returns true if all are done.
func (s *Scope) leaveBody() bool {
	s.combineAll()
	i, n := s.pending()
	s.watch = watch{at: i, left: n}
	return s.sweep()
}

// end is called when the body and all subtasks of a GoScope task are done. It returns the
// task.
func (s *Scope) end(c *carrier) *slot {
	t := s.owner
	t.sc.inherit(t.at(), s)
	s.close(c)
	return t
}

// close ends the life of s.
func (s *Scope) close(c *carrier) {
	s.renew()
	if s.cancel != nil { // nobody else has the scope any more
		s.cancel(nil)
	}
	s.free(c)
}
