package task

import "slices"

// build turns the recorded edges round, from predecessors to successors, without those
// that others imply: an edge to the next iteration beside one within it, since a node's
// runs follow each other, and of equal ones all but one. A node that follows nothing
// follows itself, so that this is so.
func (g *graph) build(e *edges, d *draft) {
	n := int32(len(g.code))
	g.thin(e, d)
	g.off = make([]int32, n+1)
	g.deg0 = make([]int32, n)
	g.count = make([]count, n)
	g.iter = make([]int32, n)
	for v := range n {
		p := e.of(v)
		g.deg0[v] = int32(len(p))
		g.count[v].deg = int32(len(p))
		for _, u := range p {
			g.off[u+1]++
		}
	}
	for _, x := range e.over {
		g.off[uint32(x)+1]++
		g.count[x>>32].deg++
	}
	for v := range n {
		if g.count[v].deg == 0 {
			e.cross(v, v)
			g.off[v+1]++
			g.count[v].deg = 1
		}
	}
	for v := range n {
		g.off[v+1] += g.off[v]
	}
	g.succ = make([]int32, g.off[n])
	at := append(d.at[:0], g.off...)
	d.at = at
	for v := range n {
		for _, u := range e.of(v) {
			g.succ[at[u]] = v << 1
			at[u]++
		}
	}
	for _, x := range e.over {
		u := uint32(x)
		g.succ[at[u]] = int32(x>>32)<<1 | 1
		at[u]++
	}
	g.classify()
}

// thin sorts the edges to the next iteration by their targets, by counting, and drops needless
// ones.
func (g *graph) thin(e *edges, d *draft) {
	at := slices.Grow(d.at[:0], len(g.code)+1)[:len(g.code)+1]
	clear(at)
	d.at = at
	for _, x := range e.over {
		at[x>>32+1]++
	}
	for v := range g.code {
		at[v+1] += at[v]
	}
	over := slices.Grow(d.thin[:0], len(e.over))[:len(e.over)]
	for _, x := range e.over {
		over[at[x>>32]] = x
		at[x>>32]++
	}
	clear(e.seen)
	k, of := 0, nobody
	for _, x := range over {
		u, v := int32(uint32(x)), int32(x>>32)
		if v != of {
			of = v
			for _, p := range e.of(v) {
				e.seen[p] = v + 1
			}
		}
		if e.seen[u] == v+1 || u == v && len(e.of(v)) > 0 {
			continue
		}
		e.seen[u] = v + 1
		over[k] = x
		k++
	}
	e.over, d.thin = over[:k], e.over[:0]
}

// classify finds out what kinds of nodes there are.
func (g *graph) classify() {
	g.ordered = len(g.prio) == 0 && len(g.slots) == 0
	for _, k := range g.kind {
		if k != kindJoin && k != kindSystem && k != kindCond {
			g.users++
		}
	}
	n := len(g.code)
	for g.alike = 0; int(g.alike) < n && g.kind[g.alike] == g.kind[0]; g.alike++ {
	}
	if k := len(g.args); k > 0 {
		g.args = append(g.args, make([][3]int, n-k)...)
	}
	if k := len(g.slots); k > 0 {
		g.slots = append(g.slots, make([]*slot, n-k)...)
	}
	if k := len(g.prio); k > 0 {
		g.prio = append(g.prio, make([]int32, n-k)...)
	}
}

func (g *graph) priority(v int32) int32 {
	if int(v) < len(g.prio) {
		return g.prio[v]
	}
	return 0
}
