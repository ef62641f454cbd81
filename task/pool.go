package task

import (
	"sync"
	"sync/atomic"
)

// A pool is a queue under a lock, ordered by priority and then by age. It holds tasks
// with a priority, tasks made ready by somebody who is no worker, and with the Central
// queue all tasks.
type pool struct {
	_ [line]byte
	// n is the number of tasks, urgent how many have a priority above 0: read before
	// taking the lock. Written under mu; the store of n publishes a put to searchers
	// (see handOver).
	n, urgent atomic.Int32
	_         [line]byte

	mu   sync.Mutex
	heap []entry
	age  uint64
}

type entry struct {
	t   *slot
	key int64 // priority; higher first
	age uint64
}

func (a entry) before(b entry) bool { return a.key > b.key || a.key == b.key && a.age < b.age }

func (p *pool) put(t *slot) {
	p.mu.Lock()
	p.insert(t)
	p.mu.Unlock()
}

func (p *pool) insert(t *slot) {
	p.age++
	p.heap = append(p.heap, entry{t, int64(t.priority()), p.age})
	p.up(len(p.heap) - 1)
	p.counted(t, 1)
}

func (p *pool) counted(t *slot, d int32) {
	if t.priority() > 0 {
		p.urgent.Add(d)
	}
	p.n.Add(d)
}

// get removes the first task. With an s it takes only a task that its submitter may run:
// the first, or one of those put last.
func (p *pool) get(s *Scope) *slot {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.heap)
	if n == 0 {
		return nil
	}
	if s == nil || s.mayRun(p.heap[0].t) {
		return p.remove(0)
	}
	for i := n - 1; i > max(0, n-32); i-- {
		if s.mayRun(p.heap[i].t) {
			return p.remove(i)
		}
	}
	return nil
}

// better exchanges t for the first task if that has a higher priority and may run in its
// place: t may be about to run on the stack of a body that waits for t's scope, and there
// tasks of other scopes must not (see find). An invitation to a cycle is no task.
func (p *pool) better(t *slot) *slot {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.heap) == 0 || p.heap[0].key <= int64(t.priority()) {
		return t
	}
	if x := p.heap[0].t; x.kind == kindCycle || !x.sc.within(t.sc) {
		return t
	}
	best := p.remove(0)
	p.insert(t)
	return best
}

func (p *pool) remove(i int) *slot {
	t := p.heap[i].t
	n := len(p.heap) - 1
	p.heap[i] = p.heap[n]
	p.heap[n] = entry{}
	p.heap = p.heap[:n]
	if i < n {
		p.down(i)
		p.up(i)
	}
	p.counted(t, -1)
	return t
}

func (p *pool) up(i int) {
	for i > 0 {
		j := (i - 1) / 2
		if !p.heap[i].before(p.heap[j]) {
			return
		}
		p.heap[i], p.heap[j] = p.heap[j], p.heap[i]
		i = j
	}
}

func (p *pool) down(i int) {
	for {
		j := 2*i + 1
		if j >= len(p.heap) {
			return
		}
		if j+1 < len(p.heap) && p.heap[j+1].before(p.heap[j]) {
			j++
		}
		if !p.heap[j].before(p.heap[i]) {
			return
		}
		p.heap[i], p.heap[j] = p.heap[j], p.heap[i]
		i = j
	}
}

// schedule decides about an immediate successor that does not simply bypass the queues.
func (c *carrier) schedule(x *slot) *slot {
	if c.rt.cfg.Successor == SuccessorOff {
		c.push(x)
		return nil
	}
	return c.rt.pool.better(x)
}
