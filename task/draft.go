package task

import (
	"slices"
	"sync"
)

// A draft is the memory that graphs grow in while they are recorded, one after the other: to
// append to slices that are new would take longer than all the rest.
type draft struct {
	code   []func()
	kind   []kind
	args   [][3]int
	uses   []int32
	useEnd []int32
	label  []string
	prio   []int32
	tracks []track
	preds  []int32
	edges  edges
	thin   []uint64
	at     []int32
}

var drafts = sync.Pool{New: func() any { return new(draft) }}

// open lets r's graph grow in a draft.
func (r *recorder) open() {
	d := drafts.Get().(*draft)
	g := r.graph
	g.code, g.kind, g.args = d.code, d.kind, d.args
	g.uses, g.useEnd = d.uses, d.useEnd
	g.label, g.prio = d.label, d.prio
	r.draft, r.tracks, r.preds, r.edges = d, d.tracks, d.preds, d.edges
}

// settle takes the graph out of the draft, which another recording may then use.
func (r *recorder) settle() {
	d, g := r.draft, r.graph
	d.code, g.code = taken(g.code)
	d.kind, g.kind = taken(g.kind)
	d.args, g.args = taken(g.args)
	d.uses, g.uses = taken(g.uses)
	d.useEnd, g.useEnd = taken(g.useEnd)
	d.label, g.label = taken(g.label)
	d.prio, g.prio = taken(g.prio)
	d.tracks, r.tracks = taken(r.tracks)
	g.tracks = r.tracks
	clear(d.code[:len(g.code)])
	clear(d.label[:len(g.label)])
	clear(d.tracks[:len(g.tracks)])
	e := &r.edges
	d.edges = edges{e.start[:0], e.preds[:0], e.seen[:0], e.over[:0]}
	d.preds = r.preds[:0]
	r.draft, r.preds, r.edges = nil, nil, edges{}
	drafts.Put(d)
}

// taken returns the memory of s, for another use, and a copy of s that is just as long, nil if
// that is 0.
func taken[T any](s []T) (memory, copy []T) {
	if len(s) == 0 {
		return s, nil
	}
	return s[:0], slices.Clone(s)
}

// few returns an empty slice with room for n numbers, for one of many data.
func (r *recorder) few(n int) []int32 {
	if len(r.room) < n {
		r.room = make([]int32, max(64, n, min(2*r.roomSize, 4096)))
		r.roomSize = len(r.room)
	}
	s := r.room[:0:n]
	r.room = r.room[n:]
	return s
}

// one appends v to s, a slice of few.
func (r *recorder) one(s []int32, v int32) []int32 {
	if len(s) == cap(s) {
		s = append(r.few(max(4, 2*len(s))), s...)
	}
	return append(s, v)
}
