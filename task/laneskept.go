package task

import (
	"slices"
	"sync/atomic"
)

// keptLanes are the lanes of cycles that have ended, by the code of their first task, as in sites:
// a program that repeats a cycle records a graph that is the same again, and to cut it takes
// longer than to see that it is the same. Direct-mapped; a collision forgets. A Swap takes lanes
// out, for one cycle alone, and acquires what the store that has put them there releases.
type keptLanes [16]atomic.Pointer[kept]

// kept is lanes, and all of their graph that they depend on but for the closures, of which the
// loops alone are made that the nodes are placed by: any placing is right, and what was good for
// the same edges and uses before is good again.
type kept struct {
	code                            uintptr
	lanesFor                        int
	while                           bool
	off, succ, uses, useEnd, copies []int32
	kind                            []kind
	lanes                           *lanes
}

// keptMost is the number of edges, and of uses, of the largest graph whose lanes are kept: then they
// and what they are known by are at most 8 MiB.
const keptMost = 1 << 18

func (k *keptLanes) at(code uintptr) *atomic.Pointer[kept] {
	return &k[hash(code)>>(64-4)]
}

// give lets g, a cycle of code that is to run in n lanes at most, have the lanes that were kept, if
// they are those of a graph like it. Cost: 2 ns a node, against 250 to cut it.
func (k *keptLanes) give(code uintptr, g *graph, n int) {
	p := k.at(code)
	if p.Load() == nil {
		return
	}
	x := p.Swap(nil)
	if x == nil {
		return
	}
	if x.code != code {
		p.CompareAndSwap(nil, x)
		return
	}
	if x.lanesFor == n && x.like(g) {
		g.lanes, g.lanesFor = x.lanes, n
	}
}

// like tells whether g would be cut like the graph of x.
func (x *kept) like(g *graph) bool {
	return x.while == (g.cond != nil) && slices.Equal(x.off, g.off) && slices.Equal(x.useEnd, g.useEnd) &&
		slices.Equal(x.copies, g.copies) && slices.Equal(x.kind, g.kind) &&
		slices.Equal(x.succ, g.succ) && slices.Equal(x.uses, g.uses)
}

// keep keeps the lanes of g, a cycle of code that has ended: nobody touches them any more.
func (k *keptLanes) keep(code uintptr, g *graph) {
	if g.lanes == nil || g.unlaned || len(g.succ) > keptMost || len(g.uses) > keptMost {
		return
	}
	k.at(code).Store(&kept{code, g.lanesFor, g.cond != nil, g.off, g.succ, g.uses, g.useEnd, g.copies, g.kind, g.lanes})
}
