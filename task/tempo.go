package task

import "sync/atomic"

// A tempo decides, phase by phase, in which way the nodes of a graph run. In order a node
// costs some 3 ns, in lanes a little more and some 100 where a lane waits for another, free
// 10 to 100, as lines of counters travel between cores, and blocks of data as well. So sharing
// pays from some 20 ns a node on, for some graphs later, and what decides is the time a stride
// took in each way. It is written by who has brought hold to 0, but for grain.
type tempo struct {
	manner manner
	way    way          // on trial, or settled on; inOrder while ordering
	was    way          // settled on, while it is in doubt
	grain  atomic.Int32 // mean length of a body in ns, 0 if unknown; a hint

	best [ways]int64 // ns that a stride takes in each way, at best; 0 if unknown
	good int64       // ns that a stride in lanes may take for nothing else to be tried
	// excess is what other workers might have saved in order, in ns, so far; when it comes
	// to need, the other ways are tried. Each trial that is lost doubles need.
	excess, need int64
	piece        int64      // ns that the next phase is to last
	paid         int64      // and the last one that was settled
	stayed       int64      // ns in the way that is settled on, since it was
	waited       int64      // ns in which nobody has joined
	tries        [ways]int8 // phases of this trial; 2 or more: no more of them
	plain        bool       // lanes are no use
	untried      bool       // and have not been tried
	strides      int64      // that have run
	losses       int        // trials lost in a row
	settlings    int        // phases that were settled
}

// A way is how the nodes run in a phase.
type way uint8

const (
	inOrder way = iota // one after the other, on one worker
	free               // each when it is ready, on any worker
	inLanes            // in lists, one for each worker
	ways
)

// A manner is what a tempo is about to find out.
type manner uint8

const (
	fresh    manner = iota // how long the bodies are: free
	ordering               // nothing: in order
	joining                // whether another worker joins: on trial
	trying                 // which way is best: on trial
	decided                // nothing: in the way that won
	doubting               // whether it still is: in another way
)

const (
	sureNs      = 2_000      // bodies this long always gain, or lose little
	freelyLeast = 4          // strides of a phase run free, for they overlap
	tryLeast    = 3          // the same on trial
	cutLeast    = 12         // strides of a graph that is worth cutting into lanes
	cutNs       = 250        // what a cut takes, a node
	wakingNs    = 100_000    // what it takes until another worker has joined
	fewLeft     = 16         // strides that are too few for a second trial
	whileLeast  = 100        // strides that a while-loop is taken to have left, beside as many as it has had
	freshTimed  = 256        // bodies that are all timed, at first
	freshMost   = 2_000_000  // a stride that takes longer is not run in order just to see
	tinyNs      = 8          // nodes this short never gain
	nodeNs      = 20         // what a node costs, run free, at least,
	lanedNs     = 5          // and in lanes
	lanedMostNs = 60_000     // bodies longer than this gain little in lanes; cold, they take thrice as long as later
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

// plan chooses the way and the length of the next phase, at most `most` strides.
func (m *tempo) plan(cy *cycle, rt *Runtime, most int64) {
	p := &cy.phase
	p.len, p.way, p.timed = int32(most), free, false
	if !cy.g.ordered || rt.cfg.Inline == InlineNever {
		p.timed = m.grain.Load() == 0
		return
	}
	if rt.cfg.lanes > 0 && !cy.g.unlaned {
		p.way = inLanes
		return
	}
	if len(rt.ws) == 1 {
		p.way = inOrder
		return
	}
	p.way = m.way
	per := max(m.alone(cy), 1)
	switch m.manner {
	case fresh:
		p.way, p.timed, most = free, true, 1
	case trying, doubting:
		if p.way != inOrder {
			p.len = int32(min(most, max(tryLeast, m.piece/per)))
			return
		}
	case decided:
		if m.sure() && m.paid > 0 {
			return // to the end, as it has been right before
		}
		p.len = int32(min(max((m.piece-m.stayed)/max(m.best[m.way], 1), freelyLeast), most))
		return
	}
	p.len = int32(max(1, min(m.piece/per, most)))
}

// learn takes a phase of n strides into account.
func (m *tempo) learn(cy *cycle, n int32) {
	p := &cy.phase
	wall := clock() - p.began
	per := max(wall/int64(n), 1)
	m.strides += int64(n)
	if m.manner == fresh {
		m.first(cy, wall)
		return
	}
	if cy.g.unlaned && m.way == inLanes {
		m.unlaned()
		return
	}
	if p.way != m.way || len(cy.s.rt.ws) == 1 {
		return // it was split, or there was no choice
	}
	switch m.manner {
	case ordering:
		m.measured(per)
		m.ordered(cy, wall, int64(n))
	case joining:
		m.waited += wall
		switch {
		case p.joined.Load():
			m.try(max(trialNs, min(3*m.best[inOrder], trialMostNs)))
		case m.waited < joinNs:
		case m.sure():
			m.won(free, againLeast)
		default:
			m.lost()
		}
	case trying:
		m.tried(per)
	case decided:
		m.stay(cy, per, wall)
	case doubting:
		m.doubted(per)
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
		m.best[free] = wall
		m.won(free, againLeast)
		m.untried = true
		m.tryLanes(cy)
		return
	}
	m.manner, m.piece = ordering, tempoLeast
}

// sure tells whether bodies are so long that running them free always gains, or loses
// little.
func (m *tempo) sure() bool { return m.grain.Load() >= sureNs }

// alone is what a stride takes in order, as far as is known.
func (m *tempo) alone(cy *cycle) int64 {
	if m.best[inOrder] > 0 {
		return m.best[inOrder]
	}
	return int64(len(cy.g.code)) * int64(m.grain.Load()+4)
}

// measured notes what a stride took in order: the best, slowly forgotten, as nothing makes
// a run shorter than it is.
func (m *tempo) measured(per int64) {
	b := &m.best[inOrder]
	if *b == 0 || per < *b {
		*b = per
	} else {
		*b += (per - *b) / 16
	}
}

// ordered learns from a phase of n strides in order.
func (m *tempo) ordered(cy *cycle, wall, n int64) {
	nodes, alone := int64(len(cy.g.code)), m.best[inOrder]
	m.piece = min(2*m.piece, orderedMost)
	if alone < nodes*tinyNs {
		m.excess = 0
		return
	}
	cost := int64(nodeNs)
	if !m.plain && !cy.g.unlaned {
		cost = lanedNs
	}
	m.excess += max(0, wall-wall/int64(len(cy.s.rt.ws))-n*nodes*cost)
	// A trial takes a stride or two, at twice the time if it is lost.
	if m.excess > max(m.need, 2*alone*int64(1+m.losses)) || m.promising(cy) {
		lanes := cy.g.laneable(cy.s.rt)
		if !lanes && cost == lanedNs { // it would have paid in lanes
			m.plain, m.excess = true, 0
			return
		}
		m.candidates(lanes)
		if m.good = alone + alone/4; lanes {
			m.good /= int64(len(cy.g.lanes.all))
			if cy.total-cy.done < fewLeft {
				m.tries[free] = 2
			}
		}
		m.join()
	}
}

// join begins a trial, as soon as another worker takes part.
func (m *tempo) join() { m.manner, m.piece, m.waited = joining, 2*tempoLeast, 0 }

// promising tells whether lanes would save so much of the strides to come, if they are what they
// promise, that there is no need to wait for evidence: unless a trial has been lost.
func (m *tempo) promising(cy *cycle) bool {
	if m.plain || cy.g.unlaned || m.losses > 0 || m.need > needFirst {
		return false
	}
	nodes, alone := int64(len(cy.g.code)), m.best[inOrder]
	cost := alone + wakingNs
	if cy.g.lanes == nil {
		cost += nodes * cutNs
	}
	saved := alone - alone/int64(len(cy.s.rt.ws)) - nodes*lanedNs
	return saved > 0 && min(cy.total-cy.done, m.strides+whileLeast) > 2*cost/saved
}

// lost ends a trial that did not pay.
func (m *tempo) lost() {
	m.manner, m.way, m.piece = ordering, inOrder, tempoLeast
	m.excess = 0
	m.losses++
	m.need = min(2*max(m.need, needFirst), tempoNeed)
}

// won settles on way w for so many ns.
func (m *tempo) won(w way, piece int64) {
	m.manner, m.way, m.piece, m.need, m.losses = decided, w, piece, needFirst, 0
	m.stayed = 0
}

// unlaned is called when lanes have turned out to be impossible.
func (m *tempo) unlaned() {
	m.best[inLanes] = 0
	m.won(free, againLeast)
}

// small tells whether what is left is not worth waking anybody.
func (cy *cycle) small() bool {
	left := float64(cy.total-cy.done) * float64(len(cy.g.code))
	return left*float64(cy.g.tempo.grain.Load()+4) < quietNs
}

// recall begins as the last graph did whose first task had the same code.
func (m *tempo) recall(rt *Runtime, code uintptr) {
	v := rt.sites.get(code)
	if v == 0 || v.way() != inOrder && rt.sites.forgets(code) {
		return
	}
	m.need = max(v.need(), needFirst)
	m.grain.Store(max(v.grain(), 1))
	m.piece = tempoLeast
	m.manner, m.way = decided, v.way()
	if m.way == inOrder {
		m.manner = ordering
		if m.sure() {
			m.manner, m.way = decided, free
		}
	}
}

// remember is the other side of recall.
func (m *tempo) remember(rt *Runtime, code uintptr) {
	w := m.way
	switch m.manner {
	case fresh:
		return
	case decided:
		if m.waited >= joinNs && m.best[inLanes] == 0 {
			return // nobody has joined the trial
		}
	case trying: // so far
		if w = m.ahead(); w == inOrder && m.sure() || m.best[inOrder] == 0 && !m.compared() {
			return
		}
	case doubting:
		w = m.was
	case joining:
		w = inOrder
	}
	rt.sites.putWay(code, w, m.need, int64(m.grain.Load()))
}
