package task

import (
	"sync/atomic"
	"unsafe"
)

// An Event lets somebody who is no task decide when a task is done: a timer, a network, a
// device. See Scope.Event.
type Event struct {
	t *slot
}

// Event submits f, a task that is done when f has returned and all events that it added
// have been signalled. No worker is held meanwhile. f starts the operation and hands the
// Event to whoever will signal it:
//
//	s.Event(func(e *task.Event) {
//		e.Add(1)
//		time.AfterFunc(time.Second, e.Done)
//	}, d.Out())
//
// Every event that was added must be signalled, also when the scope is stopped: Run waits
// for it. Signals come from any goroutine.
func (s *Scope) Event(f func(e *Event), cl ...Clause) {
	s.count(kindEvent, cl)
	if t, me := s.begin(kindEvent, 0, cl); t != nil {
		t.fn = *(*func())(unsafe.Pointer(&f))
		s.patient = true
		t.stops = 1 // f itself
		s.publish(t, me, cl)
	}
}

// Add announces n events more. It must be called by the task's body, or before an earlier
// event is signalled. It panics where that leaves no event to come, as after the last Done.
func (e *Event) Add(n int) {
	if atomic.AddInt32(&e.t.stops, int32(n)) <= 0 {
		panic("task: Event.Add with a negative sum, or after the last Done")
	}
}

// Done signals one event. The last one finishes the task and releases its successors. Any
// goroutine may call it. It panics if no event is outstanding.
func (e *Event) Done() {
	n := atomic.AddInt32(&e.t.stops, -1)
	if n < 0 {
		panic("task: Event.Done without Add")
	}
	if n > 0 {
		return
	}
	e.t.sc.rt.complete(e.t)
}

// complete finishes t, whoever calls.
func (rt *Runtime) complete(t *slot) {
	c := rt.current()
	if c == nil {
		c = &carrier{rt: rt, guest: true} // without a seat: what it makes ready goes to the pool
	}
	if next := c.finish(t); next != nil {
		c.push(next)
	}
}

// execEvent runs the body of an Event task and tells whether the task is done.
func (c *carrier) execEvent(t *slot) bool {
	e := &Event{t}
	ok := false
	recorded := c.beginEvent(t)
	defer func() {
		if !ok {
			if recorded {
				c.end()
			}
			v := recover()
			if v != nil {
				t.sc.failPanic(t.at(), v, t.name())
			} else {
				t.sc.fail(t.at(), ErrGoexit, nil)
			}
			e.Done()
		}
	}()
	bodyEvent(t)(e)
	if ok = true; recorded { // before somebody else can finish the task
		c.end()
	}
	return atomic.AddInt32(&t.stops, -1) == 0
}
