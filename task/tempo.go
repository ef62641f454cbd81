package task

import "sync/atomic"

// A tempo decides, phase by phase, whether the nodes of a graph run free, each when it is
// ready and on any worker, or in order, on one. In order a node costs some 3 ns, free 10 to
// 100, as lines of counters travel between cores; so sharing pays from some 50 ns a node on,
// for some graphs later, and what decides is the time a stride took in either manner. It is
// written by who has brought hold to 0, but for grain.
type tempo struct {
	manner manner
	grain  atomic.Int32 // mean length of a body in ns, 0 if unknown; a hint

	inOrder, free int64 // ns that a stride takes in either manner, at best; 0 if unknown
	// excess is what other workers might have saved in order, in ns, so far; when it comes
	// to need, the graph runs free on trial. Each trial that is lost doubles need.
	excess, need int64
	piece        int64 // ns that the next phase is to last
	paid         int64 // and the last one that ran free and was not on trial
	waited       int64 // ns in which nobody has joined
	tries        int   // phases of this trial
	losses       int   // trials lost in a row
}

// A manner is how a graph runs.
type manner uint8

const (
	fresh    manner = iota // free, to find out how long the bodies are
	ordering               // in order
	joining                // free, on trial: until another worker has joined
	trying                 // free, on trial
	freely                 // free
	doubting               // in order, to see whether free still pays
)

const (
	sureNs      = 2_000      // bodies this long always gain, or lose little
	freelyLeast = 4          // strides of a phase run free, for they overlap
	freshTimed  = 256        // bodies that are all timed, at first
	freshMost   = 2_000_000  // a stride that takes longer is not run in order just to see
	tinyNs      = 15         // nodes this short never gain
	nodeNs      = 20         // what a node costs, run free, at least
	tempoLeast  = 50_000     // the shortest phase
	orderedMost = 1_000_000  // the longest one in order
	trialNs     = 150_000    // a phase on trial,
	trialMostNs = 2_000_000  // or up to this, some strides
	joinNs      = 1_000_000  // for how long to wait for another worker
	needFirst   = 200_000    // evidence for the first trial
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
	per := max(m.alone(cy), 1)
	switch m.manner {
	case fresh:
		p.timed = true
		most = 1
	case ordering, doubting:
		p.ordered = true
	case freely:
		if m.sure() && m.paid > 0 {
			return // to the end, as it has been right before
		}
		p.len = int32(min(max(m.piece/max(m.free, 1), freelyLeast), most))
		return
	}
	p.len = int32(max(1, min(m.piece/per, most)))
}

// learn takes a phase of n strides into account.
func (m *tempo) learn(cy *cycle, n int32) {
	p := &cy.phase
	wall := clock() - p.began
	per := wall / int64(n)
	if m.manner == fresh {
		m.first(cy, wall)
		return
	}
	if p.ordered != (m.manner == ordering || m.manner == doubting) || len(cy.s.rt.ws) == 1 {
		return // it was split, or there was no choice
	}
	switch m.manner {
	case ordering:
		m.measured(per)
		m.ordered(cy, wall, int64(n))
	case joining:
		m.waited += wall
		if p.joined.Load() {
			m.manner, m.piece, m.tries = trying, max(trialNs, min(3*m.inOrder, trialMostNs)), 0
		} else if m.waited >= joinNs {
			m.lost()
		}
	case trying: // twice, to be sure
		m.free = per
		m.tries++
		if per >= m.inOrder-m.inOrder/32 {
			m.lost()
		} else if m.tries == 2 {
			m.won(againLeast)
		}
	case freely:
		m.free = per
		m.paid = m.piece
		if alone := m.alone(cy); !m.sure() && (alone < m.piece/8 || per > alone-alone/5) {
			m.manner, m.piece = doubting, max(tempoLeast, m.piece/16)
		} else {
			m.won(min(2*m.paid, againMost))
		}
	case doubting:
		m.inOrder = per
		if per < m.free {
			m.lost()
		} else {
			m.won(min(2*m.paid, againMost))
		}
	}
}

// first decides after the first stride of a graph.
func (m *tempo) first(cy *cycle, wall int64) {
	if cy.phase.ran.Load() == 0 {
		return
	}
	m.need = needFirst
	met := cy.gs != nil && cy.gs.met() // it may have waited for siblings
	alone := m.alone(cy)
	if m.sure() || alone >= freshMost && !met && wall < alone-alone/5 {
		m.free = wall
		m.won(againLeast)
		return
	}
	m.manner, m.piece = ordering, tempoLeast
}

// sure tells whether bodies are so long that running them free always gains, or loses
// little.
func (m *tempo) sure() bool { return m.grain.Load() >= sureNs }

// alone is what a stride takes in order, as far as is known.
func (m *tempo) alone(cy *cycle) int64 {
	if m.inOrder > 0 {
		return m.inOrder
	}
	return int64(len(cy.g.code)) * int64(m.grain.Load()+4)
}

// measured notes what a stride took in order: the best, slowly forgotten, as nothing makes
// a run shorter than it is.
func (m *tempo) measured(per int64) {
	if m.inOrder == 0 || per < m.inOrder {
		m.inOrder = per
	} else {
		m.inOrder += (per - m.inOrder) / 16
	}
}

// ordered learns from a phase of n strides in order.
func (m *tempo) ordered(cy *cycle, wall, n int64) {
	nodes := int64(len(cy.g.code))
	m.piece = min(2*m.piece, orderedMost)
	if m.inOrder < nodes*tinyNs {
		m.excess = 0
		return
	}
	m.excess += max(0, wall-wall/int64(len(cy.s.rt.ws))-n*nodes*nodeNs)
	// A trial takes a stride or two, at twice the time if it is lost.
	if m.excess > max(m.need, 2*m.inOrder*int64(1+m.losses)) {
		m.manner, m.piece, m.waited = joining, 2*tempoLeast, 0
	}
}

// lost ends a trial that did not pay.
func (m *tempo) lost() {
	m.manner, m.piece = ordering, tempoLeast
	m.excess = 0
	m.losses++
	m.need = min(2*max(m.need, needFirst), tempoNeed)
}

// won lets the graph run free for so many ns.
func (m *tempo) won(piece int64) {
	m.manner, m.piece, m.need, m.losses = freely, piece, needFirst, 0
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
	m.need = max(v.need(), needFirst)
	m.grain.Store(max(v.grain(), 1))
	m.piece = tempoLeast
	m.manner = freely
	if v.inline() && !m.sure() {
		m.manner = ordering
	}
}

// remember is the other side of recall.
func (m *tempo) remember(rt *Runtime, code uintptr) {
	if m.manner != fresh {
		rt.sites.put(code, m.manner < freely, m.need, int64(m.grain.Load()))
	}
}
