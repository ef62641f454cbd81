package task

import "math"

// A laneCut is a plan of lanes: the lane of each node.
type laneCut []int32

// newLanes lists the nodes of g in n lanes, as cut says, and finds out what each lane has to
// wait for.
func newLanes(g *graph, p *preds, n int, cut laneCut) *lanes {
	ls := &lanes{of: cut, pos: make([]int32, len(g.code))}
	ls.drop(n)
	for v, k := range ls.of {
		l := &ls.all[k]
		ls.pos[v] = l.last
		l.last++
	}
	for k := range ls.all {
		l := &ls.all[k]
		l.nodes = make([]int32, 0, l.last)
		l.seen = make([]int64, len(ls.all))
	}
	for v, k := range ls.of {
		l := &ls.all[k]
		l.nodes = append(l.nodes, int32(v))
	}
	told := make([]bool, len(g.code))
	need := make([]int32, len(g.code))
	for k := range ls.all {
		ls.need(g, p, int32(k), need, told)
	}
	for k := range ls.all {
		ls.all[k].segment(need, told, g.cond != nil)
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
// need it notes how many waits each node has, and in told whom they are for.
func (ls *lanes) need(g *graph, p *preds, k int32, need []int32, told []bool) {
	l := &ls.all[k]
	known := make([]int32, len(ls.all)) // how far each lane is known to be, as wait.need
	for i := range known {
		known[i] = math.MinInt32 / 2
	}
	// What an iteration knows at its end the next one knows at its beginning. In the first
	// iteration of a phase what is known so, need is 0 or less, is trivial.
	for _, note := range []bool{false, true} {
		if c := int32(len(g.code)) - 1; g.cond != nil && ls.of[c] != k {
			ls.follow(known, c<<1|1)
			if note { // first of all, for it may end the loop
				l.waits = append(l.waits, wait{ls.of[c], known[ls.of[c]]})
				told[c] = true
			}
		}
		for _, v := range l.nodes {
			from := len(l.waits)
			for _, e := range p.of(v) {
				if ls.of[e>>1] != k && ls.follow(known, e) && note {
					l.wait(from, ls.of[e>>1], known[ls.of[e>>1]])
				}
			}
			if note {
				need[v] = int32(len(l.waits) - from)
				ls.tell(l.waits[from:], told)
			}
		}
		for j := range known {
			known[j] -= int32(len(ls.all[j].nodes))
		}
	}
}

// follow takes an edge from another lane into account; it returns false if that is known to
// have come so far.
func (ls *lanes) follow(known []int32, e int32) bool {
	j := ls.of[e>>1]
	x := ls.pos[e>>1] + 1 - e&1*int32(len(ls.all[j].nodes))
	if x <= known[j] {
		return false
	}
	known[j] = x
	return true
}

// wait adds a wait to those from number from on, or replaces the one for the same lane.
func (l *lane) wait(from int, lane, need int32) {
	for i := from; i < len(l.waits); i++ {
		if l.waits[i].lane == lane {
			l.waits[i].need = need
			return
		}
	}
	l.waits = append(l.waits, wait{lane, need})
}

// tell notes in told whom the waits are for.
func (ls *lanes) tell(waits []wait, told []bool) {
	for _, w := range waits {
		l := &ls.all[w.lane]
		n := w.need - 1
		if n < 0 {
			n += int32(len(l.nodes))
		}
		told[l.nodes[n]] = true
	}
}

// segment cuts the lane into segments, the first of which is empty in a while-loop. Node v has
// need[v] of the waits, the control task's first.
func (l *lane) segment(need []int32, told []bool, while bool) {
	to := int32(len(l.waits))
	for _, v := range l.nodes {
		to -= need[v]
	}
	from := int32(0)
	if while {
		l.segs = append(l.segs, segment{to: to})
		from = to
	}
	for i, v := range l.nodes {
		if need[v] > 0 {
			if i > 0 && !told[l.nodes[i-1]] {
				l.segs = append(l.segs, segment{int32(i), from, to, false})
			}
			from = to
			to += need[v]
		}
		if told[v] || i == len(l.nodes)-1 {
			l.segs = append(l.segs, segment{int32(i) + 1, from, to, told[v]})
			from = to
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
