package task

import "sync/atomic"

// Lanes are a cut of a graph's nodes into lists, each in recorded order, that are run side
// by side, iteration after iteration, each list by one worker at a time. So a block of data
// stays in one core's cache, and inside a list nothing is counted: what a node follows in its
// own lane is done, and for the rest its lane waits until the other lanes have come so far.
// DESIGN.md, "Lanes", says why that is right.
type lanes struct {
	all []lane
	of  []int32 // the lane of each node
	pos []int32 // its place there

	// state is what the phase does. It changes from running to halting and to halted under
	// cycle.mu; hands look at it between nodes.
	state atomic.Int32
	// idle is how many lanes nobody runs and are not over, left how many are not over. Both
	// are hints for others than the one who has brought hold to 0.
	idle, left atomic.Int32
	busy       int32 // lanes that a hand runs and is not held up in; guarded by cycle.mu
}

const (
	lanesRun    = iota // nodes run in lanes
	lanesHalt          // a body waits: hands are to stop, and the last one frees the nodes
	lanesHalted        // the rest of the phase runs free
)

// A lane belongs to the hand that has taken it, but for done.
type lane struct {
	nodes []int32
	segs  []segment
	waits []wait

	it, seg, at int32 // the next node to run is nodes[at], of segment seg, in iteration it
	end         int32 // how many nodes run in that iteration
	last        int32 // and how many in the phase's last
	// seen[k] is how far lane k was known to be, as its done says. The load that read it
	// acquired what lane k did until then; who takes the lane over acquires it by cycle.mu.
	seen  []int64
	taken bool // by a hand; guarded by cycle.mu
	over  bool // nothing is left of it; guarded by cycle.mu

	_ [line]byte
	// done is how many nodes of the lane have ended in this phase, as far as others need to
	// know: the store releases their effects to those who load it and go on.
	done atomic.Int64
	_    [line]byte
}

// A segment is nodes of a lane, from where the last one ends, that run without a look at
// other lanes. Before it the lane waits for what waits[from:to] say.
type segment struct {
	end      int32
	from, to int32
	told     bool // others wait for its end
}

// A wait asks that a lane has come to node need-1 of this iteration; need is 0 or less for
// nodes of the one before.
type wait struct{ lane, need int32 }

// ready tells whether the lane may run its next segment.
func (ls *lanes) ready(l *lane) bool {
	if l.seg == 0 && l.at > 0 || l.seg > 0 && l.at != l.segs[l.seg-1].end {
		return true // in the middle of it
	}
	s := &l.segs[l.seg]
	for _, w := range l.waits[s.from:s.to] {
		x := &ls.all[w.lane]
		need := int64(l.it)*int64(len(x.nodes)) + int64(w.need)
		if l.seen[w.lane] < need {
			if l.seen[w.lane] = x.done.Load(); l.seen[w.lane] < need {
				return false
			}
		}
	}
	return true
}

// reset brings the lanes to their beginning, for a phase p.
func (ls *lanes) reset(p *phase) {
	ls.state.Store(lanesRun)
	ls.idle.Store(int32(len(ls.all)))
	ls.left.Store(int32(len(ls.all)))
	ls.busy = 0
	for i := range ls.all {
		l := &ls.all[i]
		l.it, l.taken, l.over = -1, false, false
		l.last = int32(len(l.nodes))
		for l.last > 0 && l.nodes[l.last-1] >= p.bound {
			l.last--
		}
		clear(l.seen)
		l.done.Store(0)
		l.turn(p)
	}
}

// turn begins the lane's next iteration. It returns false if there is none.
func (l *lane) turn(p *phase) bool {
	l.it++
	l.seg, l.at, l.end = 0, 0, int32(len(l.nodes))
	if l.it == p.len-1 {
		l.end = l.last
	}
	return l.it < p.len && l.end > 0
}

// inLanesStill is called when all is at rest. It returns true, and leaves the caller with a
// hold, if a phase in lanes has not come to its end: those who left it thought that others
// would go on.
func (cy *cycle) inLanesStill() bool {
	ls := cy.lanes
	if ls == nil || ls.state.Load() == lanesHalted {
		return false
	}
	if cy.s.stopped() {
		cy.came()
		return false
	}
	if ls.left.Load() == 0 {
		return false
	}
	cy.hold.Store(1)
	return true
}

// take gives h a lane that can go on, if there is one that nobody has.
func (cy *cycle) take(c *carrier, h *hand) bool {
	ls := cy.lanes
	if ls.idle.Load() <= 0 {
		return false
	}
	cy.mu.Lock()
	defer cy.mu.Unlock()
	if ls.state.Load() != lanesRun {
		return false
	}
	for i := range ls.all {
		// A worker begins with the lane it had, if it can.
		l := &ls.all[(i+c.w.id)%len(ls.all)]
		if l.taken || l.over {
			continue
		}
		if l.end == 0 { // of a single, incomplete stride
			cy.close(l)
			continue
		}
		if !ls.ready(l) {
			continue
		}
		l.taken = true
		ls.idle.Add(-1)
		if ls.busy++; ls.busy > 1 && !cy.phase.joined.Load() {
			cy.phase.joined.Store(true)
		}
		h.lane, h.end, h.mode = l, 1, &cy.s.mode
		return true
	}
	return false
}

// close notes that nothing is left of lane l, which nobody has. The caller holds cy.mu.
func (cy *cycle) close(l *lane) {
	l.over = true
	cy.lanes.idle.Add(-1)
	cy.lanes.left.Add(-1)
}

// letGo gives h's lane back; if over, nothing is left of it. The last hand to do so while
// the phase halts frees the nodes.
func (cy *cycle) letGo(c *carrier, h *hand, over bool) {
	ls, l := cy.lanes, h.lane
	h.lane = nil
	cy.mu.Lock()
	l.taken = false
	ls.busy--
	ls.idle.Add(1)
	if over {
		cy.close(l)
	}
	freed := cy.halted()
	cy.mu.Unlock()
	if freed {
		cy.more(c)
	}
}
