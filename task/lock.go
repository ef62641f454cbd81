package task

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
)

// Commutative says that the task reads and writes d and that it does not matter when: it
// runs alone among the commutative tasks that follow each other on d, in any order. The
// lock is taken when the task is about to run; a task that does not get it waits without
// holding a worker. A GoScope task holds it until its subtasks are done, and so its weak
// accesses, if it has any beside this one, count as strong.
func (d *Datum) Commutative() Clause {
	return clauseOf(d, accessCommutative)
}

// Concurrent says that the task uses d together with the other concurrent tasks next to
// it, in any order and at the same time; it sees to the mutual exclusion itself. It is
// ordered with all other accesses like InOut.
func (d *Datum) Concurrent() Clause { return clauseOf(d, accessConcurrent) }

// locks tells whether the task takes a lock.
func (c Clause) locks() bool { return c.kind == accessCommutative }

// A lock is the mutual exclusion of the commutative tasks of a datum.
type lock struct {
	order uint64 // tasks with several locks take them in this order: no deadlock
	mu    sync.Mutex
	held  bool    // guarded by mu
	queue []*slot // who waits, guarded by mu
}

var lockOrder atomic.Uint64

// lockFor gives t the lock of d.
func (s *Scope) lockFor(d *Datum, t *slot) {
	x := d.extra()
	if x.lock == nil {
		x.lock = &lock{order: lockOrder.Add(1)}
	}
	e := t.extra()
	if slices.Contains(e.locks, x.lock) {
		return
	}
	e.locks = append(e.locks, x.lock)
	slices.SortFunc(e.locks, func(a, b *lock) int { return cmp.Compare(a.order, b.order) })
}

func (d *Datum) extra() *datumExtra {
	if d.x == nil {
		d.x = new(datumExtra)
	}
	return d.x
}

func (t *slot) extra() *extra {
	if t.flag&flagExtra == 0 {
		t.x = new(extra)
		t.flag |= flagExtra
	}
	return t.x
}

// lockAll takes the locks that t still needs. If one is held, t waits in its queue and
// the result is false: from then on t is somebody else's.
func (c *carrier) lockAll(t *slot) bool {
	x := t.x
	for x.held < len(x.locks) {
		l := x.locks[x.held]
		l.mu.Lock()
		if l.held {
			l.queue = append(l.queue, t)
			l.mu.Unlock()
			return false
		}
		l.held = true
		l.mu.Unlock()
		x.held++
	}
	return true
}

// unlockAll hands the locks of t on.
func (c *carrier) unlockAll(t *slot) {
	x := t.x
	for _, l := range x.locks[:x.held] {
		l.mu.Lock()
		if len(l.queue) == 0 {
			l.held = false
			l.mu.Unlock()
			continue
		}
		next := l.queue[0]
		l.queue = slices.Delete(l.queue, 0, 1)
		l.mu.Unlock()
		next.x.held++ // the lock stays held, by next
		c.push(next)
	}
	x.held = 0
}
