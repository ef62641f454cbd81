package task

import "sync"

// WeakIn, on a GoScope task, says that subtasks read d but the task itself does not: it
// need not wait for d, only the subtasks that use d wait. For later tasks it is like In.
func (d *Datum) WeakIn() Clause { return clauseOf(d, accessWeakIn) }

// WeakOut, on a GoScope task, says that subtasks write d but the task itself does not: it
// need not wait for d, only the subtasks that use d wait. For later tasks it is like Out.
func (d *Datum) WeakOut() Clause { return clauseOf(d, accessWeak) }

// WeakInOut is like WeakOut, for subtasks that read and write d.
func (d *Datum) WeakInOut() Clause { return clauseOf(d, accessWeak) }

// A gate lets the subtasks of a GoScope task use a datum of the enclosing scope. There
// the datum goes on being used, by another goroutine, so the subtasks get a shadow of it.
// With a weak access the shadow begins with a writer, an empty task that ends when those
// end that come before the task in the enclosing scope.
type gate struct {
	orig  *Datum // as the user knows it
	write bool
	red   reducer // orig's, nil if it is no reduction

	mu   sync.Mutex
	open bool  // guarded by mu: what the subtasks must wait for is done
	t    *slot // guarded by mu: the shadow's first writer, nil if not needed yet
}

// A shadow stands for a datum of an enclosing scope.
type shadow struct {
	Datum
	orig  *Datum
	write bool
}

// gatesFor makes the gates of a GoScope task. Data have been adopted and groups closed.
func (s *Scope) gatesFor(cl []Clause) (gates []*gate) {
	for i := range cl {
		c := &cl[i]
		if c.kind == none || c.kind >= clausePriority {
			continue
		}
		k := c.kind.strong()
		g := &gate{orig: s.original(c.datum()), write: k != accessIn, open: k == c.kind}
		if x := c.datum().x; x != nil {
			g.red = x.red
		}
		gates = append(gates, g)
		if g.open {
			continue
		}
		strong := clauseOf(c.datum(), k)
		s.live = s.live[:0]
		s.collect(&strong, cl)
		if len(s.live) == 0 {
			g.open = true
			continue
		}
		t, me := s.admit()
		t.kind = kindSystem
		t.fn = func() { g.lift(s.rt) }
		s.publish(t, me, nil)
	}
	return gates
}

// lift is called when what comes before the GoScope task is done.
func (g *gate) lift(rt *Runtime) {
	g.mu.Lock()
	g.open = true
	t := g.t
	g.mu.Unlock()
	if t != nil {
		rt.complete(t)
	}
}

// openGates gives the subtasks their shadows. s is the scope of GoScope task t.
func (s *Scope) openGates(t *slot) {
	if t.flag&flagExtra == 0 {
		return
	}
	s.patient = len(t.x.gates) >= firstRing // more slots than the window, if need be
	for _, g := range t.x.gates {
		d := &shadow{orig: g.orig, write: g.write}
		d.sc, d.owner = s, s.me
		if g.red != nil {
			d.x = &datumExtra{red: g.red}
		}
		g.mu.Lock()
		if !g.open {
			s.reveal()
			w, me := s.alloc() // a new ring has room: nothing runs in here
			w.kind = kindJoin
			g.t = w
			d.written(me)
		}
		g.mu.Unlock()
		s.shadows = append(s.shadows, d)
	}
}

// shadowOf returns the shadow of d in s, nil if there is none.
func (s *Scope) shadowOf(d *Datum) *shadow {
	for _, x := range s.shadows {
		if x.orig == d || &x.Datum == d {
			return x
		}
	}
	return nil
}

func (s *Scope) original(d *Datum) *Datum {
	if x := s.shadowOf(d); x != nil {
		return x.orig
	}
	return d
}
