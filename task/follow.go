package task

import "heddle/internal/park"

// stuckNs is for how long a hand waits for another lane before it looks for one that nobody
// has. A worker that is on its way takes about as long.
const stuckNs = 2_000

// eagerLooks is how often a hand looks at another lane without a pause, which may take 50 ns.
const eagerLooks = 100

// pieceNs is for how long a hand runs nodes, if bodies are short, between two looks at what
// others want.
const pieceNs = 20_000

// inLanes runs lanes until there is nothing to do. It returns true if the rest of the phase
// is to run free.
func (cy *cycle) inLanes(c *carrier, h *hand) bool {
	ls := cy.lanes
	spin := spinner{limit: lookNs}
	for ls.state.Load() == lanesRun && !cy.s.stopped() {
		if cy.take(c, h) {
			cy.callIn(c)
			if !cy.follow(c, h) {
				break
			}
			spin.until = 0
			continue
		}
		c.tracer.now = 0
		if ls.left.Load() == 0 || c.rt.nclaims.Load() > 0 || !spin.again() {
			break
		}
	}
	return ls.state.Load() != lanesRun
}

// callIn invites another worker if there are lanes that nobody runs and somebody has nothing
// to do.
func (cy *cycle) callIn(c *carrier) {
	if cy.lanes.idle.Load() > 0 && cy.tokens.Load() == 0 && c.rt.hungry() {
		cy.more(c)
	}
}

// follow runs h's lane until it is over, or has to wait for long, or h is to stop; then h has
// no lane any more. It returns false if h is to leave.
func (cy *cycle) follow(c *carrier, h *hand) bool {
	ls, l, p := cy.lanes, h.lane, &cy.phase
	most := cy.pieceLen()
	for {
		s := &l.segs[l.seg]
		if !ls.ready(l) && !cy.await(c, l) {
			cy.letGo(c, h, false)
			return true
		}
		if l.at == 0 && cy.g.cond != nil && cy.ended { // the condition is in a lane, and we have waited for it
			cy.letGo(c, h, true)
			return true
		}
		end := min(s.end, l.end, l.at+most)
		if !cy.stretchLane(c, h, end) {
			return cy.leaveLane(c, h)
		}
		if l.at = end; end == s.end {
			if s.told {
				park.Tell(&l.done, int64(l.it)*int64(len(l.nodes))+int64(end))
			}
			l.seg++
		}
		if end == l.end && !l.turn(p) {
			cy.letGo(c, h, true)
			return true
		}
		if ls.idle.Load() > 0 {
			cy.callIn(c)
		}
		if ls.state.Load() != lanesRun || cy.s.mode.Load()&modePoll != 0 && cy.s.stopped() {
			cy.letGo(c, h, false)
			return true
		}
		if c.rt.nclaims.Load() > 0 {
			cy.letGo(c, h, false)
			return cy.giveWay(c, h)
		}
	}
}

// pieceLen returns how many nodes may run between two looks at what others want.
func (cy *cycle) pieceLen() int32 {
	ns := cy.g.tempo.grain.Load()
	if ns == 0 {
		return 1
	}
	return max(1, min(pieceNs/ns, orderedPiece))
}

// await waits until lane l, which is the caller's, can go on. It returns false if the caller
// had better do something else.
func (cy *cycle) await(c *carrier, l *lane) bool {
	ls := cy.lanes
	c.tracer.now = 0
	spin := spinner{limit: lookNs}
	soon := int64(0)
	for i := 0; ; i++ {
		if ls.ready(l) {
			return true
		}
		if i < eagerLooks {
			continue
		}
		if i%8 != 0 {
			park.Relax()
			continue
		}
		if ls.state.Load() != lanesRun || c.rt.nclaims.Load() > 0 || cy.s.stopped() || !spin.again() {
			return false
		}
		if soon == 0 {
			soon = spin.until - lookNs + stuckNs
		}
		if ls.idle.Load() > 0 && clock() > soon {
			return false
		}
	}
}

// stretchLane runs the nodes of h's lane from where it is to end. It returns false if the
// scope has been stopped meanwhile, or the body that ran last was held up; h.at says which.
func (cy *cycle) stretchLane(c *carrier, h *hand, end int32) bool {
	l := h.lane
	h.iter = l.it
	nodes := l.nodes[l.at:end]
	if cy.s.tracing != nil || cy.gs != nil && cy.exiting(l.it) {
		return cy.stretchShown(c, h, nodes)
	}
	code, kinds, args := cy.g.code, cy.g.kind, cy.g.args
	for _, v := range nodes {
		h.at = v
		switch kinds[v] {
		case kindGo:
			code[v]()
		case kindGo3:
			call3(code[v], &args[v])
		default:
			cy.call(v, l.it)
		}
		if h.mode.Load()&modeStop != 0 {
			return false
		}
	}
	return true
}

// stretchShown is stretchLane for a scope whose tasks are recorded or shown, and for the last
// iteration, which lets later siblings go on.
func (cy *cycle) stretchShown(c *carrier, h *hand, nodes []int32) bool {
	l := h.lane
	for _, v := range nodes {
		h.at = v
		if cy.s.tracing != nil {
			cy.callShown(c, h, v, l.it)
		} else {
			cy.call(v, l.it)
		}
		if h.end == 0 || cy.s.mode.Load()&modeStop != 0 {
			return false
		}
		if cy.gs != nil && cy.exiting(l.it) {
			cy.gs.leave(c, v)
		}
	}
	return true
}

// exiting tells whether stride it is the last one, and known to be.
func (cy *cycle) exiting(it int32) bool {
	return cy.phase.final && cy.rest == 0 && it == cy.phase.len-1
}

// leaveLane is called after a stretch that did not come to its end. It returns false if h is
// to leave.
func (cy *cycle) leaveLane(c *carrier, h *hand) bool {
	if h.end == 0 {
		cy.back(c, h, true)
	} else {
		cy.dropLane(c, h)
	}
	return true
}

// dropLane is called when nothing is to follow the body that h has run in its lane.
func (cy *cycle) dropLane(c *carrier, h *hand) {
	if h.end == 0 {
		cy.back(c, h, false)
		return
	}
	h.lane.at = cy.lanes.pos[h.at] + 1
	cy.letGo(c, h, false)
}
