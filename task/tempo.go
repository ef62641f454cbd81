package task

import "sync/atomic"

// A tempo decides, phase by phase, whether the nodes of a graph run free, each when it is
// ready and on any worker, or in order, on one. In order a node costs some 3 ns, free 10 to
// 30, and sharing pays from some 50 ns a node on, for some graphs later: so what decides is
// the time a stride took in either manner. It is written by who has brought hold to 0, but
// for grain.
type tempo struct {
	manner manner
	grain  atomic.Int32 // mean length of a body in ns, 0 if unknown; a hint

	inOrder, free int64 // ns that a stride takes in either manner, 0 if unknown
	// excess is what other workers might have saved in order, in ns, so far; when it comes
	// to need, the graph runs free on trial. Each trial that is lost doubles need.
	excess, need int64
	piece        int64 // ns that the next phase is to last
	tries        int   // phases in which nobody has joined
	doubt        bool  // the last phase lost, against earlier ones
}

// A manner is how a graph runs.
type manner uint8

const (
	fresh    manner = iota // free, to find out how long the bodies are
	ordering               // in order
	joining                // free, on trial: until another worker has joined
	trying                 // free, on trial
	freely                 // free
)

const (
	freshTimed  = 256        // bodies that are all timed, at first
	tinyNs      = 15         // nodes this short never gain
	nodeNs      = 20         // what a node costs, run free, at least
	tempoLeast  = 50_000     // the shortest phase
	orderedMost = 1_000_000  // the longest one in order
	trialNs     = 150_000    // a phase on trial
	joinMost    = 6          // phases to wait for another worker
	tempoNeed   = 10_000_000 // evidence for the last trial
	quietNs     = 100_000    // of work that wakes nobody
)

// heavy tells whether bodies are so long, or may be, that every ready node should be
// visible to others.
func (cy *cycle) heavy() bool {
	g := cy.g.tempo.grain.Load()
	return g == 0 || g >= heavyNs
}

// note takes the mean of some timed bodies into account.
func (m *tempo) note(ns int64) {
	old := int64(m.grain.Load())
	if old != 0 {
		ns = old + (ns-old)/4
	}
	m.grain.Store(int32(min(max(ns, 1), mostNs)))
}

// plan chooses the manner and the length of the next phase, at most `most` strides.
func (m *tempo) plan(cy *cycle, rt *Runtime, most int64) {
	p := &cy.phase
	p.len, p.ordered, p.timed = int32(most), false, false
	if !cy.g.ordered || rt.cfg.Inline == InlineNever {
		p.timed = m.grain.Load() == 0
		return
	}
	if len(rt.ws) == 1 {
		p.ordered = true
		return
	}
	per := max(m.inOrder, 1)
	switch m.manner {
	case fresh:
		p.timed = true
		most = 1
	case ordering:
		p.ordered = true
	case freely:
		if m.grain.Load() >= surelyNs {
			return
		}
		per = max(m.free, 1)
	}
	p.len = int32(max(1, min(m.piece/per, most)))
}

// learn takes a phase of n strides into account.
func (m *tempo) learn(cy *cycle, n int32) {
	p := &cy.phase
	wall := clock() - p.began
	per := wall / int64(n)
	nodes := int64(len(cy.g.code))
	switch m.manner {
	case fresh:
		m.first(cy, wall)
	case ordering:
		if !p.ordered {
			return // it was split, or there is one worker
		}
		m.ordered(cy, wall, per, int64(n)*nodes)
	case joining:
		if m.tries++; p.joined.Load() {
			m.manner, m.piece = trying, trialNs
		} else if m.tries >= joinMost {
			m.lost()
		}
	case trying:
		m.free = per
		if per < m.inOrder-m.inOrder/32 {
			m.manner, m.piece, m.need = freely, againLeast, tempoLeast
		} else {
			m.lost()
		}
	case freely:
		m.pays(cy, per)
	}
}

// first decides after the first stride of a graph.
func (m *tempo) first(cy *cycle, wall int64) {
	p := &cy.phase
	ran := p.ran.Load()
	if ran == 0 {
		return
	}
	mean := p.busy.Load() / ran
	alone := int64(len(cy.g.code)) * (mean + 4)
	met := cy.gs != nil && cy.gs.met() // it may have waited for siblings
	m.need = tempoLeast
	if mean >= surelyNs || !met && wall < alone-alone/5 {
		m.manner, m.piece = freely, againLeast
		m.free = wall
	} else {
		m.manner, m.piece = ordering, tempoLeast
		m.inOrder = alone
	}
}

// ordered learns from a phase in order.
func (m *tempo) ordered(cy *cycle, wall, per, ran int64) {
	if m.inOrder == 0 || per < m.inOrder {
		m.inOrder = per
	} else {
		m.inOrder += (per - m.inOrder) / 4
	}
	m.piece = min(2*m.piece, orderedMost)
	workers := int64(len(cy.s.rt.ws))
	if wall/ran < tinyNs {
		m.excess = 0
		return
	}
	m.excess += max(0, wall-wall/workers-ran*nodeNs)
	if m.excess > m.need {
		m.manner, m.piece, m.tries = joining, tempoLeast, 0
	}
}

// lost ends a trial that did not pay.
func (m *tempo) lost() {
	m.manner, m.piece = ordering, tempoLeast
	m.excess = 0
	m.need = min(2*m.need, tempoNeed)
	m.doubt = false
}

// pays looks whether running free still does.
func (m *tempo) pays(cy *cycle, per int64) {
	alone := m.inOrder
	if alone == 0 {
		alone = int64(len(cy.g.code)) * int64(m.grain.Load()+4)
	}
	m.free = per
	m.piece = min(2*m.piece, againMost)
	switch {
	case per < alone:
		m.doubt = false
	case !m.doubt: // once more: it may have been noise
		m.doubt = true
		m.piece = againLeast
	default:
		m.inOrder = 0
		m.need = max(m.need, tempoLeast)
		m.lost()
	}
}

// small tells whether what is left is not worth waking anybody.
func (cy *cycle) small() bool {
	left := float64(cy.total-cy.done) * float64(len(cy.g.code))
	return left*float64(cy.g.tempo.grain.Load()+4) < quietNs
}

// recall begins as the last graph did whose first task had the same code.
func (m *tempo) recall(rt *Runtime, code uintptr) {
	v := rt.sites.get(code)
	if v == 0 {
		return
	}
	m.need = max(v.need(), tempoLeast)
	m.grain.Store(max(v.grain(), 1))
	m.piece = tempoLeast
	m.manner = freely
	if v.inline() {
		m.manner = ordering
	}
}

// remember is the other side of recall.
func (m *tempo) remember(rt *Runtime, code uintptr) {
	if m.manner != fresh {
		rt.sites.put(code, m.manner < freely, m.need, int64(m.grain.Load()))
	}
}
