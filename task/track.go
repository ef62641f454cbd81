package task

// A track is what the tasks of a recorded body do with one datum: a sequence of groups,
// each one writer, or accesses of one other kind. Every member of a group follows every
// member of the group before. Between two groups of several members stands an empty join,
// or after a reduction the task that combines it, which counts as a writer.
//
// The track keeps the two ends of the sequence: the top map, first accesses, and the
// bottom map, last accesses. They give the edges to the next iteration, to earlier and to
// later siblings.
type track struct {
	d   *Datum
	was ref // d.w as it was before the recording

	topKind access
	top     []int32 // the first group
	second  int32   // the writer that follows it, nobody if there is none or top is a writer

	w     int32   // the last writer, nobody without one
	group access  // kind of the group that follows it
	last  []int32 // its members
}

// nobody stands for no node.
const nobody = int32(-1)

// closeFor puts a join behind the track's last group if an access of kind k cannot follow
// it directly.
func (r *recorder) closeFor(tr *track, k access) {
	if len(tr.last) > 0 && k != tr.group && (k != accessWrite || tr.group == accessReduce) {
		r.close(tr)
	}
}

func (r *recorder) close(tr *track) {
	k, f := kindJoin, func() {}
	if tr.group == accessReduce {
		k, f = kindSystem, tr.d.x.red.combine
	}
	r.written(tr, r.system(k, f, tr.last))
}

// written makes v the last writer.
func (r *recorder) written(tr *track, v int32) {
	switch {
	case tr.topKind == none:
		tr.topKind = accessWrite
		tr.top = r.few(1)
		tr.top = append(tr.top, v)
	case tr.second == nobody && tr.topKind != accessWrite:
		tr.second = v
	}
	tr.w = v
	tr.group = none
	tr.last = tr.last[:0]
}

// use enters an access of node v, of kind k, and adds what v must follow to r.preds.
func (r *recorder) use(tr *track, k access, v int32) {
	if k == accessCommutative {
		r.rs.lockFor(tr.d, &r.task)
	}
	if n := len(tr.last); n > 0 && tr.last[n-1] == v && k != tr.group {
		k = accessWrite // v names the datum twice: it is alone with it
	}
	if k == accessWrite {
		if len(tr.last) > 0 {
			r.preds = append(r.preds, tr.last...)
		} else if tr.w != nobody {
			r.preds = append(r.preds, tr.w)
		}
		r.written(tr, v)
		return
	}
	if tr.w == v || len(tr.last) > 0 && tr.last[len(tr.last)-1] == v {
		return // v has named it already
	}
	if tr.w != nobody {
		r.preds = append(r.preds, tr.w)
	}
	if tr.topKind == none {
		tr.topKind = k
	}
	if tr.w == nobody {
		tr.top = r.one(tr.top, v)
	}
	tr.group = k
	tr.last = r.one(tr.last, v)
}

// finish closes the sequence of groups to a cycle: the first group of the next iteration
// follows the last of this one. The last group of a reduction is combined.
func (r *recorder) finish(cond func() bool) {
	g := r.graph
	for i := range r.tracks {
		tr := &r.tracks[i]
		n := len(tr.last)
		if n > 0 && (tr.group == accessReduce || cond == nil && tr.w != nobody && tr.topKind != accessWrite && tr.topKind != tr.group) {
			r.close(tr)
		}
	}
	g.copies = append(g.copies, int32(len(g.code)))
	if cond != nil {
		g.cond = cond
		r.control()
	} else {
		for i := range r.tracks {
			r.cross(&r.tracks[i])
		}
	}
	for i := range r.tracks {
		g.data = append(g.data, r.tracks[i].d)
	}
	g.build(&r.edges, r.draft)
	r.settle()
}

// cross adds the edges of one datum to the next iteration.
func (r *recorder) cross(tr *track) {
	e := &r.edges
	switch {
	case tr.w == nobody: // one group, without order in itself: it goes on for ever
	case len(tr.last) == 0:
		e.cross(tr.w, tr.top...)
	case tr.topKind == accessWrite:
		for _, u := range tr.last {
			e.cross(u, tr.top[0])
		}
	default: // the last group goes on in the first of the next iteration
		e.cross(tr.w, tr.top...)
		for _, u := range tr.last {
			e.cross(u, tr.second)
		}
	}
}

// control appends the control task of a while-loop: it follows every leaf, and every root
// of the next iteration follows it, which orders all else.
func (r *recorder) control() {
	e := &r.edges
	v := int32(len(r.graph.code))
	leaf := make([]bool, v)
	for u := range leaf {
		leaf[u] = true
	}
	for _, u := range e.preds {
		leaf[u] = false
	}
	var preds []int32
	for u := range v {
		if leaf[u] {
			preds = append(preds, u)
		}
		if e.count(u) == 0 {
			e.cross(v, u)
		}
	}
	r.system(kindCond, nil, preds)
}
