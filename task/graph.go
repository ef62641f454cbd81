package task

// A graph is what a body submits, as numbers: nodes in the order of submission, and from
// each the edges to those that follow it, in the same iteration or in the next one. What
// does not change while it runs comes first.
type graph struct {
	code []func() // what a node calls: kind tells the true type
	kind []kind
	args [][3]int // of those that take some; nil if none does
	off  []int32  // the edges from node v are succ[off[v]:off[v+1]]
	succ []int32  // target<<1 | cross; cross: to the next iteration
	deg0 []int32  // edges to each node within an iteration
	cond func() bool
	// copies are the first nodes of each copy of the body, and the end of the last: several
	// copies with Unroll.
	copies []int32
	data   []*Datum
	tracks []track
	// uses[useEnd[v-1]:useEnd[v]] are what node v does with data, as track<<1 | write.
	uses   []int32
	useEnd []int32

	// What few nodes have; nil if none has.
	slots []*slot
	label []string
	prio  []int32

	alike    int32  // the nodes before it are of the kind of the first
	users    int    // nodes that the user has submitted
	deferred bool   // one of them must not run before its submitter waits
	ordered  bool   // the nodes may as well run one after the other, in order
	unlaned  bool   // a body waited while the nodes ran in lanes: no more of that
	lanes    *lanes // cut for so many workers
	lanesFor int

	// The state of a cycle that runs the graph.
	count []count
	iter  []int32 // in which iteration each node runs next; owned by who runs the node
	tempo tempo
}

// A count is how many predecessors a node waits for in the iteration that it runs next,
// and how many edges lead to it. Each predecessor takes one from left. Who brings it to 0,
// or sees 1 and is therefore the last, sets it back to deg by a plain store, before the node
// can run: nobody takes anything away for a later iteration before that (DESIGN.md, "One
// counter"). The decrement releases the predecessor's effects to the one who sees the end.
type count struct{ left, deg int32 }

func (g *graph) add(k kind, f func()) {
	g.code = append(g.code, f)
	g.kind = append(g.kind, k)
	g.useEnd = append(g.useEnd, int32(len(g.uses)))
}

// use notes what the node that add adds next does with the datum of track n.
func (g *graph) use(n ref, k access) {
	x := int32(n) << 1
	if k == accessWrite {
		x |= 1
	}
	g.uses = append(g.uses, x)
}

// usesOf returns what node v does with data.
func (g *graph) usesOf(v int32) []int32 {
	from := int32(0)
	if v > 0 {
		from = g.useEnd[v-1]
	}
	return g.uses[from:g.useEnd[v]]
}

func (g *graph) setSlot(v int32, t *slot) {
	for int32(len(g.slots)) <= v {
		g.slots = append(g.slots, nil)
	}
	g.slots[v] = t
	g.deferred = g.deferred || t.flag&flagDeferred != 0
}

func (g *graph) setArgs(v int32, args [3]int) {
	for int32(len(g.args)) < v {
		g.args = append(g.args, [3]int{})
	}
	g.args = append(g.args, args)
}

func (g *graph) setLabel(v int32, label string) {
	for int32(len(g.label)) <= v {
		g.label = append(g.label, "")
	}
	g.label[v] = label
}

func (g *graph) setPriority(v, prio int32) {
	for int32(len(g.prio)) <= v {
		g.prio = append(g.prio, 0)
	}
	g.prio[v] = prio
}

func (g *graph) labelOf(v int32) string {
	if int(v) < len(g.label) {
		return g.label[v]
	}
	return ""
}

// edges are collected while a body is recorded.
type edges struct {
	start []int32 // the predecessors of node v within an iteration are preds[start[v]:start[v+1]]
	preds []int32
	seen  []int32  // 1 + the last node that was found to follow this one
	over  []uint64 // to the next iteration: target<<32 | source
}

// into adds node v, which follows preds: each once, and not itself.
func (e *edges) into(v int32, preds []int32) {
	e.start = append(e.start, int32(len(e.preds)))
	e.seen = append(e.seen, 0)
	for _, u := range preds {
		if u != v && e.seen[u] != v+1 {
			e.seen[u] = v + 1
			e.preds = append(e.preds, u)
		}
	}
}

// count returns how many nodes v follows within an iteration.
func (e *edges) count(v int32) int { return len(e.of(v)) }

func (e *edges) of(v int32) []int32 {
	end := int32(len(e.preds))
	if int(v)+1 < len(e.start) {
		end = e.start[v+1]
	}
	return e.preds[e.start[v]:end]
}

// cross adds edges from u to targets of the next iteration.
func (e *edges) cross(u int32, targets ...int32) {
	for _, v := range targets {
		e.over = append(e.over, uint64(v)<<32|uint64(u))
	}
}
