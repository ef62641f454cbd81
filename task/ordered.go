package task

// inOrder runs an ordered phase: node by node in the order of submission, which is a valid
// execution, without counting anything. It returns true if the phase was split, and h is
// to go on with the nodes that it has.
func (cy *cycle) inOrder(c *carrier, h *hand) (split bool) {
	p := &cy.phase
	for cy.at < p.len && !cy.ended {
		n := int32(len(cy.g.code))
		if cy.at == p.len-1 {
			n = p.bound
		}
		for cy.pos < n {
			if cy.s.stopped() {
				cy.account(cy.pos - 1)
				return false
			}
			if c.rt.nclaims.Load() > 0 && !cy.giveWay(c, h) {
				return false
			}
			if !cy.piece(c, h, min(cy.pos+orderedPiece, n)) {
				if p.way == inOrder {
					continue // stopped
				}
				if v := cy.release(c, h, h.at, h.iter); v != nobody {
					h.own = append(h.own, v)
				}
				return true
			}
		}
		cy.at++
		cy.pos = 0
	}
	return false
}

// orderedPiece is how many nodes run between two looks at what others want.
const orderedPiece = 1024

// piece runs nodes from cy.pos to end. It returns false if the scope has been stopped
// meanwhile, or the phase split, by the node that ran last.
func (cy *cycle) piece(c *carrier, h *hand, end int32) bool {
	h.iter, h.end = cy.at, end
	if cy.s.tracing != nil {
		return cy.pieceShown(c, h, end)
	}
	h.mode = &cy.s.mode
	cy.stretch(h, cy.pos, end, cy.at)
	cy.pos = h.at + 1
	return cy.pos == h.end
}

// stretch runs nodes from v to end, or until h's mode says stop. In h.at is then the one that
// ran last.
func (cy *cycle) stretch(h *hand, v, end, it int32) {
	if v < cy.g.alike {
		if v = cy.stretchAlike(h, v, min(end, cy.g.alike)); v == nobody {
			return
		}
	}
	for ; v < end; v++ {
		h.at = v
		cy.call(v, it)
		if h.mode.Load()&modeStop != 0 {
			return
		}
	}
	h.at = end - 1
}

// stretchAlike is stretch for nodes of one kind, if that is a frequent one. It returns the node
// to go on with, nobody if it was to stop. An empty body takes as long as ten instructions, so
// what a loop does around it has to be little: several calls a turn, and between them one look
// at the mode and one increment.
func (cy *cycle) stretchAlike(h *hand, v, end int32) int32 {
	code, args := cy.g.code, cy.g.args
	h.at = v
	switch cy.g.kind[v] {
	case kindGo:
		for ; v+4 <= end; v += 4 {
			f := (*[4]func())(code[v:])
			f0, f1, f2, f3 := f[0], f[1], f[2], f[3]
			if f0(); h.mode.Load()&modeStop != 0 {
				return nobody
			}
			h.at++
			if f1(); h.mode.Load()&modeStop != 0 {
				return nobody
			}
			h.at++
			if f2(); h.mode.Load()&modeStop != 0 {
				return nobody
			}
			h.at++
			if f3(); h.mode.Load()&modeStop != 0 {
				return nobody
			}
			h.at++
		}
	case kindGo3:
		for ; v+2 <= end; v += 2 {
			f, a := (*[2]func())(code[v:]), (*[2][3]int)(args[v:])
			if call3(f[0], &a[0]); h.mode.Load()&modeStop != 0 {
				return nobody
			}
			h.at++
			if call3(f[1], &a[1]); h.mode.Load()&modeStop != 0 {
				return nobody
			}
			h.at++
		}
	}
	return v
}

// account notes which nodes of an ordered phase have begun: those up to v in this stride.
func (cy *cycle) account(v int32) {
	for x := range cy.g.iter {
		cy.g.iter[x] = cy.at
		if int32(x) <= v {
			cy.g.iter[x]++
		}
	}
}

// split turns an ordered phase into one whose nodes run when they are ready, because the
// body of node h.at, which calls us, is about to wait: perhaps for one of them.
func (cy *cycle) split(c *carrier, h *hand) {
	g, p := cy.g, &cy.phase
	p.way = free
	v := h.at
	if cy.gs != nil && p.final && cy.rest == 0 && cy.at == p.len-1 {
		for u := range v {
			cy.gs.leave(c, u)
		}
	}
	h.end, h.mode = 0, &stopMode
	cy.account(v)
	for x := range g.count {
		g.count[x].left = 0
		if int32(x) <= v {
			g.count[x].left = g.deg0[x]
		}
	}
	// What has not run in this stride still counts, for later nodes of the stride and for
	// earlier ones of the next.
	for u := v; int(u) < len(g.code); u++ {
		for _, e := range g.succ[g.off[u]:g.off[u+1]] {
			if x := e >> 1; (x <= v) == (e&1 != 0) {
				g.count[x].left++
			}
		}
	}
	for x := int32(len(g.code)) - 1; x >= 0; x-- {
		if n := &g.count[x]; n.left == 0 {
			n.left = n.deg
			if g.iter[x] < p.limit(x) {
				h.own = append(h.own, x)
			}
		}
	}
}
