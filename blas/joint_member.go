package blas

import "heddle/dense"

// member is one goroutine inside Work of a product that shares a panel.
type member[T dense.Float] struct {
	x     *Joint[T]
	id    int // from 1 on
	leave func() bool
	ws    *workspace[T]
	slab  []T // of op(B), packed
	// scratch is for a panel of A that is read in place, where the kernel for that does not do.
	scratch []T
}

func (x *Joint[T]) member(id int, leave func() bool) member[T] {
	w := member[T]{x: x, id: id, leave: leave, ws: borrow[T]()}
	w.slab, w.scratch = w.ws.takeB(x.panel.slabLen()), w.ws.takeA(x.scratchLen())
	return w
}

// scratchLen is how many elements a member's scratch has: a panel, none where A is packed for all.
func (x *Joint[T]) scratchLen() int { return x.g.panelLen(0, x.panel.kc) }

// patience is how often a member looks again before it does something else than to wait for a
// chunk, and pause how many additions it makes between two looks: 50 us in all, what a chunk takes.
// (runtime.Gosched in their place takes 10 us a time on a goroutine that is tied to its thread.)
const (
	patience = 150
	pause    = 1000
)

// idle makes n additions.
//
//go:noinline
func idle(n int) (sum int) {
	for i := range n {
		sum += i
	}
	return sum
}

// work takes units before number end, or part in them, until all their chunks are taken or the
// member is to leave.
func (w *member[T]) work(end int) {
	x := w.x
	x.mu.Lock()
	defer x.mu.Unlock()
	for u := x.pick(end, w.id); u != nil && !x.broken; {
		u.members++
		next, stay := w.join(u)
		u.members--
		if u.left == 0 {
			x.close(u)
		} else if x.waiting > 0 {
			x.ready.Broadcast() // somebody must go on with it
		}
		if !stay {
			return
		}
		if u = next; u == nil {
			u = x.pick(end, w.id)
		}
	}
}

// pick returns what the member of that id is to work on next, nil if all chunks are taken: a unit
// that its members have left, since others may be waiting for it; a new one, before number end; or
// one where most is left. x.mu is held.
func (x *Joint[T]) pick(end, id int) *unit {
	var most *unit
	for _, u := range x.open {
		if u.members == 0 {
			return u // the oldest: open is in the order of the units
		}
		if most == nil || u.left > most.left {
			most = u
		}
	}
	if x.next < end {
		u := x.panel.unit(&x.g, x.panel.take(x.next, id), x.next)
		x.next++
		x.open = append(x.open, u)
		return u
	}
	return most
}

// close removes a unit of which all chunks are taken. x.mu is held.
func (x *Joint[T]) close(u *unit) {
	for i, o := range x.open {
		if o == u {
			x.open = append(x.open[:i], x.open[i+1:]...)
			return
		}
	}
}

// join packs the slab of u and multiplies chunks with it until none is left, or until the member
// had better help with another unit, next, or until, which stay denies, it is to leave. x.mu is
// held on entry and on return.
func (w *member[T]) join(u *unit) (next *unit, stay bool) {
	x := w.x
	g, s := &x.g, u.block // a copy: what is to be prefetched differs
	x.mu.Unlock()
	packPanels(g.row, !g.b.trans, s.n, s.k, g.b.from(s.l, s.j), g.b.ld, w.slab, g.row.W*s.k)
	x.mu.Lock()
	for u.left > 0 && !x.broken {
		r, other := x.wait(u)
		if r < 0 {
			return other, true
		}
		pack, left := x.panel.takeChunk(u, r), u.left
		w.lookAhead(&s)
		x.mu.Unlock()
		w.chunk(&s, r, left, pack)
		away := w.leave != nil && w.leave()
		x.mu.Lock()
		if x.panel.done(u, r, pack) && x.waiting > 0 {
			x.ready.Broadcast()
		}
		if away {
			return nil, false
		}
	}
	return nil, true
}

// wait returns a chunk that a member of u can take; -1 if none is left to take, or if it should
// rather help with another unit, which holds this one up. x.mu is held on entry and on return.
func (x *Joint[T]) wait(u *unit) (r int, other *unit) {
	for tries := 0; u.left > 0 && !x.broken; tries++ {
		if r := x.panel.available(u); r >= 0 {
			return r, nil
		}
		if tries < patience {
			x.mu.Unlock()
			_ = idle(pause) // for the time it takes
			x.mu.Lock()
			continue
		}
		for _, o := range x.open {
			if o.epoch < u.epoch && x.panel.available(o) >= 0 {
				return -1, o
			}
		}
		x.waiting++
		x.ready.Wait()
		x.waiting--
	}
	return -1, nil
}

// lookAhead sets what is to be packed after s: the slab of the next unit. x.mu is held.
func (w *member[T]) lookAhead(s *block) {
	p := &w.x.panel
	s.nextK = 0
	if w.x.next < p.units {
		epoch, slab := w.x.next/p.slabs, p.prefer(w.x.next, w.id)
		s.nextL, s.nextJ = epoch%p.depths*p.kc, slab*p.nv
		s.nextK, s.nextN = min(p.kc, w.x.g.k-s.nextL), min(p.nv, w.x.g.n-s.nextJ)
	}
}

// chunk multiplies chunk r of the shared panel, which it packs if it must, or those rows of A in place,
// with the slab. left is how many chunks will then be left to take.
func (w *member[T]) chunk(s *block, r, left int, pack bool) {
	x := w.x
	g, p := &x.g, &x.panel
	width := g.row.W
	end := min((r+1)*p.chunkRows, s.m)
	if p.inPlace {
		i := r * p.chunkRows
		w.scale(s, i, end-i)
		g.rowsInPlace(s, i, end, left*chunkPanels+(end-i+width-1)/width, w.scratch, w.slab)
		return
	}
	for i := r * p.chunkRows; i < end; i += width {
		rows := min(width, s.m-i)
		c := g.c[(s.i+i)*g.ldc+s.j:]
		w.scale(s, i, rows)
		panel := p.data[i*p.kc:]
		if pack {
			packPanels(g.row, g.a.trans, rows, s.k, g.a.from(s.i+i, s.l), g.a.ld, panel, width*s.k)
		}
		f := w.fetch(s, i, left*chunkPanels+(end-i+width-1)/width, pack)
		g.stripe(rows, s.n, s.k, panel, w.slab, c, g.set && s.l == 0, &f)
	}
}

// scale multiplies rows of the C of block s by beta before the first sums are added to them.
func (w *member[T]) scale(s *block, i, rows int) {
	g := &w.x.g
	if s.l > 0 || g.set || w.x.beta == 1 {
		return
	}
	c := g.c[(s.i+i)*g.ldc+s.j:]
	scale(w.x.beta, dense.Matrix[T]{Rows: rows, Cols: s.n, Stride: g.ldc, Data: c[:(rows-1)*g.ldc+s.n]})
}

// fetch returns what to prefetch beside the panel of A at row i: its successor, as it was packed or
// as it will be, and at the end the next slab. left is how many panels are left with this one.
func (w *member[T]) fetch(s *block, i, left int, pack bool) (f fetch[T]) {
	g, p := &w.x.g, &w.x.panel
	after := i + g.row.W
	if after >= s.m {
		after = 0
	}
	f.panel = p.data[after*p.kc:]
	f.from = f.panel
	switch {
	case pack && after > 0:
		g.aheadOfA(s, &f, after)
	case !pack && s.nextK > 0:
		g.aheadOfB(s, &f, left, rowsAhead)
	}
	return f
}
