package task

import "math"

// A laneCut is a plan of lanes: the lane of each node.
type laneCut []int32

// newLanes lists the nodes of g in n lanes, as cut says, and finds out what each lane has to
// wait for.
func newLanes(g *graph, n int, cut laneCut) *lanes {
	ls := &lanes{of: cut, pos: make([]int32, len(g.code))}
	ls.drop(n)
	for v, k := range ls.of {
		l := &ls.all[k]
		ls.pos[v] = int32(len(l.nodes))
		l.nodes = append(l.nodes, int32(v))
	}
	p := g.pred()
	told := make([]bool, len(g.code))
	need := make([][]wait, len(g.code))
	for k := range ls.all {
		ls.need(g, p, int32(k), need, told)
	}
	for k := range ls.all {
		ls.all[k].segment(need, told, g.cond != nil)
		ls.all[k].seen = make([]int64, len(ls.all))
	}
	return ls
}

// drop makes the lanes, without those of n that would be empty.
func (ls *lanes) drop(n int) {
	number := make([]int32, n)
	for _, k := range ls.of {
		number[k] = 1
	}
	used := int32(0)
	for k := range number {
		used += number[k]
		number[k] = used - 1
	}
	for v, k := range ls.of {
		ls.of[v] = number[k]
	}
	ls.all = make([]lane, used)
}

// need finds out what the nodes of lane k must wait for: of each other lane the last node
// that one of them follows, unless the lane has waited for that or a later one before. In
// told it notes whom others wait for.
func (ls *lanes) need(g *graph, p *preds, k int32, need [][]wait, told []bool) {
	n := len(ls.all)
	known := make([]int32, n) // how far each lane is known to be, as wait.need
	for i := range known {
		known[i] = math.MinInt32 / 2
	}
	follow := func(u, cross int32, note bool, v int32) {
		j := ls.of[u]
		if j == k {
			return
		}
		x := ls.pos[u] + 1 - cross*int32(len(ls.all[j].nodes))
		if x <= known[j] {
			return
		}
		known[j] = x
		if note {
			need[v] = append(need[v], wait{j, x})
		}
	}
	// What an iteration knows at its end the next one knows at its beginning. In the first
	// iteration of a phase what is known so, need is 0 or less, is trivial.
	for _, note := range []bool{false, true} {
		if c := len(g.code) - 1; g.cond != nil && ls.of[c] != k {
			follow(int32(c), 1, false, nobody)
			if note { // first of all, for it may end the loop
				ls.all[k].waits = ls.latest([]wait{{ls.of[c], known[ls.of[c]]}}, told)
			}
		}
		for _, v := range ls.all[k].nodes {
			for _, e := range p.of(v) {
				follow(e>>1, e&1, note, v)
			}
			if note {
				need[v] = ls.latest(need[v], told)
			}
		}
		for j := range known {
			known[j] -= int32(len(ls.all[j].nodes))
		}
	}
}

// latest keeps the last of the waits for each lane, and notes in told whom they are for.
func (ls *lanes) latest(w []wait, told []bool) []wait {
	k := 0
	for i, x := range w {
		last := true
		for _, y := range w[i+1:] {
			last = last && y.lane != x.lane
		}
		if !last {
			continue
		}
		w[k] = x
		k++
		l := &ls.all[x.lane]
		n := x.need - 1
		if n < 0 {
			n += int32(len(l.nodes))
		}
		told[l.nodes[n]] = true
	}
	return w[:k]
}

// segment cuts the lane into segments, the first of which is empty in a while-loop.
func (l *lane) segment(need [][]wait, told []bool, while bool) {
	from := int32(len(l.waits))
	if while {
		l.segs = append(l.segs, segment{to: from})
	}
	for i, v := range l.nodes {
		if len(need[v]) > 0 {
			if i > 0 && !told[l.nodes[i-1]] {
				l.segs = append(l.segs, segment{int32(i), from, int32(len(l.waits)), false})
			}
			from = int32(len(l.waits))
			l.waits = append(l.waits, need[v]...)
		}
		if told[v] || i == len(l.nodes)-1 {
			l.segs = append(l.segs, segment{int32(i) + 1, from, int32(len(l.waits)), told[v]})
			from = int32(len(l.waits))
		}
	}
}

// preds are the nodes that each node follows, as source<<1 | cross.
type preds struct{ off, edges []int32 }

func (p *preds) of(v int32) []int32 { return p.edges[p.off[v]:p.off[v+1]] }

// pred turns the edges round.
func (g *graph) pred() *preds {
	n := len(g.code)
	p := &preds{make([]int32, n+2), make([]int32, len(g.succ))}
	at := p.off[1:]
	for _, e := range g.succ {
		at[e>>1+1]++
	}
	for v := range n {
		at[v+1] += at[v]
	}
	for u := range n {
		for _, e := range g.succ[g.off[u]:g.off[u+1]] {
			p.edges[at[e>>1]] = int32(u)<<1 | e&1
			at[e>>1]++
		}
	}
	return p
}
