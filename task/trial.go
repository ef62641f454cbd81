package task

// candidates says which ways are to be tried, and begins with the first.
func (m *tempo) candidates(lanes bool) {
	m.tries = [ways]int8{inOrder: 2}
	m.way = inLanes
	if !lanes {
		m.tries[inLanes] = 2
		m.way = free
	}
	m.best[free], m.best[inLanes], m.good = 0, 0, 0
}

// try begins the phases of a trial, of so many ns each.
func (m *tempo) try(piece int64) { m.manner, m.piece, m.waited = trying, piece, 0 }

// tried learns from a phase on trial. Each way is tried twice, unless it loses the first time.
func (m *tempo) tried(per int64) {
	b, alone := &m.best[m.way], m.best[inOrder]
	if *b == 0 || per < *b {
		*b = per
	}
	m.tries[m.way]++
	if alone > 0 && *b >= alone-alone/32 {
		m.tries[m.way], *b = 2, 0
	}
	if m.way == inLanes && *b > 0 && *b <= m.good {
		m.won(inLanes, againLeast)
		return
	}
	least, winner := int8(2), m.ahead()
	for w := free; w < ways; w++ {
		if m.tries[w] < least {
			least, m.way = m.tries[w], w
		}
	}
	switch {
	case least < 2:
	case winner == inOrder:
		m.lost()
	default:
		m.won(winner, againLeast)
	}
}

// ahead returns the best of the ways that have been tried so far, inOrder if none is better.
func (m *tempo) ahead() way {
	winner := inOrder
	for w := free; w < ways; w++ {
		if b := m.best[w]; b > 0 && (winner == inOrder || b < m.best[winner]) {
			winner = w
		}
	}
	return winner
}

// compared tells whether a phase has been run in each of the ways on trial. Until then, of bodies
// so long that none has run in order, what is ahead has been faster than nothing.
func (m *tempo) compared() bool {
	for w := free; w < ways; w++ {
		if m.best[w] == 0 && m.tries[w] < 2 {
			return false
		}
	}
	return true
}

// stay learns from a phase of wall ns in the way that is settled on. The way is in doubt when it has
// run for about piece ns, be it in many phases: a Graph that is run again and again has one or more
// in each run.
func (m *tempo) stay(cy *cycle, per, wall int64) {
	m.best[m.way] = per
	m.paid = m.piece
	m.stayed += wall
	if m.untried && m.tryLanes(cy) {
		return
	}
	if m.stayed >= m.piece/2 {
		m.doubt(cy)
	}
}

// doubt decides, after a phase that was settled, whether to try another way for a moment.
func (m *tempo) doubt(cy *cycle) {
	alone, per := m.alone(cy), m.best[m.way]
	m.settlings++
	other := free + inLanes - m.way
	rival := m.best[other] > 0 && (m.settlings%32 == 0 || m.settlings%4 == 0 && m.best[other] < per+per/2)
	switch {
	case !m.sure() && (alone < m.piece/8 || per > alone-alone/5):
		if !rival {
			other = inOrder
		}
	case rival && per < m.piece/8:
	default:
		m.won(m.way, min(2*m.paid, againMost))
		return
	}
	m.manner, m.was, m.way, m.piece = doubting, m.way, other, max(tempoLeast, m.piece/16)
}

// doubted learns from a phase that another way than the settled one was run in.
func (m *tempo) doubted(per int64) {
	m.best[m.way] = per
	switch {
	case per >= m.best[m.was]:
		m.won(m.was, min(2*m.paid, againMost))
	case m.way == inOrder:
		m.lost()
	default:
		m.won(m.way, againLeast)
	}
}

// tryLanes begins a trial of lanes, against free, for a graph that runs free without one: when
// it has run so often, or is going to, that the cut is worth its time.
func (m *tempo) tryLanes(cy *cycle) bool {
	if m.strides < cutLeast && cy.total-cy.done < cutLeast {
		return false
	}
	m.untried = false
	if m.grain.Load() >= lanedMostNs || !cy.g.laneable(cy.s.rt) {
		return false
	}
	m.candidates(true)
	if m.alone(cy) > freshMost { // once each
		m.tries[free], m.tries[inLanes] = 1, 1
	}
	m.join()
	return true
}
