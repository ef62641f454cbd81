package task

import (
	"sync"
	"sync/atomic"
)

// A nodeHeap holds a cycle's ready nodes that have a priority, the highest first and then
// by age, under a lock.
type nodeHeap struct {
	// n is the number of nodes, urgent how many have a priority above 0: for a look without
	// the lock. Written under mu.
	n, urgent atomic.Int32
	mu        sync.Mutex
	heap      []nodeEntry
	age       uint64
}

type nodeEntry struct {
	node, prio int32
	age        uint64
}

func (a nodeEntry) before(b nodeEntry) bool {
	return a.prio > b.prio || a.prio == b.prio && a.age < b.age
}

func (q *nodeHeap) put(v, prio int32) {
	q.mu.Lock()
	q.insert(v, prio)
	q.mu.Unlock()
}

// get removes the first node, nobody if there is none.
func (q *nodeHeap) get() int32 {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.heap) == 0 {
		return nobody
	}
	return q.remove()
}

// exchange swaps v for the first node if that has a higher priority.
func (q *nodeHeap) exchange(v, prio int32) int32 {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.heap) == 0 || q.heap[0].prio <= prio {
		return v
	}
	best := q.remove()
	q.insert(v, prio)
	return best
}

func (q *nodeHeap) clear() {
	q.mu.Lock()
	q.heap = q.heap[:0]
	q.n.Store(0)
	q.urgent.Store(0)
	q.mu.Unlock()
}

func (q *nodeHeap) insert(v, prio int32) {
	q.age++
	h := append(q.heap, nodeEntry{v, prio, q.age})
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if !h[i].before(h[up]) {
			break
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
	q.heap = h
	q.counted(prio, 1)
}

func (q *nodeHeap) remove() int32 {
	h := q.heap
	top := h[0]
	n := len(h) - 1
	h[0] = h[n]
	h = h[:n]
	for i := 0; ; {
		k := 2*i + 1
		if k >= n {
			break
		}
		if k+1 < n && h[k+1].before(h[k]) {
			k++
		}
		if !h[k].before(h[i]) {
			break
		}
		h[i], h[k] = h[k], h[i]
		i = k
	}
	q.heap = h
	q.counted(top.prio, -1)
	return top.node
}

func (q *nodeHeap) counted(prio, d int32) {
	if prio > 0 {
		q.urgent.Add(d)
	}
	q.n.Add(d)
}
