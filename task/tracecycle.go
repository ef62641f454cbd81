package task

import (
	"unsafe"

	"heddle/internal/cpu"
)

// launched is a cycle whose tasks are recorded.
type launched struct {
	scope, seq uint32
	g          *graph
}

// traced notes that the cycle is about to run. The edges are in the graph; so no time is
// taken for them later.
func (cy *cycle) traced() {
	s := cy.s
	if s.tracing == nil || s.tracing.logs == nil {
		return
	}
	cy.ready = cpu.Ticks()
	if l := s.tracing.logs[s.c.w.id]; !l.isFull() {
		l.cycles = append(l.cycles, launched{s.number, s.seq, cy.g})
	}
}

// pieceShown is the rest of piece for a scope whose tasks are to be recorded or shown.
func (cy *cycle) pieceShown(c *carrier, h *hand, end int32) bool {
	for v := cy.pos; v < h.end; v++ {
		h.at = v
		cy.callShown(c, h, v, h.iter)
		if cy.s.mode.Load()&modeStop != 0 {
			cy.pos = v + 1
			return false
		}
	}
	if h.end == 0 {
		return false
	}
	cy.pos = end
	return true
}

// callShown is call for a scope whose tasks are to be recorded or shown.
func (cy *cycle) callShown(c *carrier, h *hand, v, it int32) {
	g := cy.g
	switch g.kind[v] {
	case kindJoin:
		return
	case kindSystem, kindCond:
		cy.call(v, it)
		c.tracer.now = 0
		return
	}
	if !cy.s.tracing.shows() {
		cy.callRecorded(c, h, v, it)
		return
	}
	name := g.labelOf(v)
	if name == "" {
		name = functionName(codeOf(g.code[v]))
	}
	defer c.conceal(c.exhibit(cy.s, name))
	if cy.s.tracing.logs == nil {
		cy.call(v, it)
		return
	}
	cy.callRecorded(c, h, v, it)
}

// callRecorded is call for a scope whose tasks are recorded.
func (cy *cycle) callRecorded(c *carrier, h *hand, v, it int32) {
	g, tr := cy.g, cy.s.tracing
	m := tr.logs[c.w.id].next()
	m.scope, m.seq, m.node, m.iter = cy.s.number, cy.seq, uint32(v)+1, int32(cy.step(v, it))
	m.child, m.kind = 0, TaskSpan
	start := c.tracer.now
	if cy.phase.way == inOrder {
		c.startInPlace(tr, m)
	} else {
		if start == 0 {
			start = c.tracer.read()
		}
		m.start, m.ready, m.flag = start, cy.ready, 0
	}
	if name := g.labelOf(v); name != "" {
		m.name, m.code, m.size = unsafe.Pointer(unsafe.StringData(name)), 0, uint16(len(name))
	} else {
		m.name, m.code, m.size = nil, codeOf(g.code[v]), 0
	}
	c.tracer.tr = tr
	c.tracer.open = append(c.tracer.open, m)
	cy.call(v, it)
	c.end()
	h.tick = 0
	if cy.phase.way == inOrder {
		return
	}
	if cy.phase.timed || m.iter%lookEvery == 0 {
		h.timed(max(0, int64(float64(c.tracer.now-start)*tr.tick)))
	}
}

// endTo ends the spans that were opened since there were depth of them: a body has panicked.
func (c *carrier) endTo(depth int) {
	for len(c.tracer.open) > depth {
		c.end()
	}
}

// cycles adds to after what the tasks of cycles came after: the edges of their graphs.
func (h *harvest) cycles(after [][]int) {
	preds := map[*graph][][]int32{}
	of := map[spot]*graph{}
	for _, l := range h.logs {
		for _, x := range l.cycles {
			of[spot{scope: x.scope, seq: x.seq}] = x.g
			if preds[x.g] == nil {
				preds[x.g] = x.g.predecessors()
			}
		}
	}
	for at, me := range h.number {
		g := of[spot{scope: at.scope, seq: at.seq}]
		if at.node == 0 || g == nil {
			continue
		}
		copies := int32(len(g.copies) - 1)
		for _, e := range preds[g][at.node-1] {
			u, stride := e>>1, at.iter/copies-e&1
			p := spot{at.scope, at.seq, uint32(u) + 1, stride*copies + g.copyOf(u)}
			if n, ran := h.number[p]; ran {
				after[me] = append(after[me], n)
			}
		}
	}
}

// copyOf returns which copy of the body node u is of.
func (g *graph) copyOf(u int32) int32 {
	k := int32(len(g.copies) - 2)
	for k > 0 && g.copies[k] > u {
		k--
	}
	return k
}

// predecessors returns the user's tasks that each node follows, as source<<1 | cross: those
// behind an empty node instead of it. An edge over two iterations, by way of such nodes, is
// left out: there are others.
func (g *graph) predecessors() [][]int32 {
	direct := make([][]int32, len(g.code))
	for u := range g.code {
		for _, e := range g.succ[g.off[u]:g.off[u+1]] {
			direct[e>>1] = append(direct[e>>1], int32(u)<<1|e&1)
		}
	}
	preds := make([][]int32, len(g.code))
	for v := range g.code {
		if g.kind[v].ours() {
			continue
		}
		seen := map[int32]bool{}
		var visit func(x, cross int32)
		visit = func(x, cross int32) {
			for _, e := range direct[x] {
				over := cross + e&1
				if over > 1 || seen[e&^1|over] {
					continue
				}
				seen[e&^1|over] = true
				if g.kind[e>>1].ours() {
					visit(e>>1, over)
				} else {
					preds[v] = append(preds[v], e&^1|over)
				}
			}
		}
		visit(int32(v), 0)
	}
	return preds
}

// ours tells whether a node is not a task of the user's.
func (k kind) ours() bool { return k == kindJoin || k == kindSystem || k == kindCond }
