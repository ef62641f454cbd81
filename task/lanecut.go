package task

import "runtime"

// lanes returns in how many lanes g may run on rt, at most.
func (rt *Runtime) lanes(g *graph) int {
	n := rt.cfg.lanes
	if n == 0 {
		n = min(len(rt.ws), runtime.GOMAXPROCS(0))
	}
	return max(1, min(n, len(g.code)))
}

// laneable tells whether it may pay on rt to run g in lanes.
func (g *graph) laneable(rt *Runtime) bool {
	n := rt.lanes(g)
	return n > 1 && !g.unlaned && len(g.cut(n).all) > 1
}

// cut returns g in n lanes.
func (g *graph) cut(n int) *lanes {
	if g.lanes == nil || g.lanesFor != n {
		s := newSurvey(g, n)
		g.lanes, g.lanesFor = newLanes(g, s.p, n, s.best()), n
	}
	return g.lanes
}

// A survey gives each node a place between 0 and 1, such that nodes that work on the same
// data have the same place, and the nodes of a loop lie evenly. Lanes are ranges of places.
type survey struct {
	g     *graph
	p     *preds
	n     int
	loops []laneLoop
	datum []float32 // the place of what each track is about, negative if it has none yet
	node  []float32
	reads []int32 // of each track, in a loop
	many  []int32 // scratch
}

const foldsMost = 3

func newSurvey(g *graph, n int) *survey {
	s := &survey{g: g, p: g.pred(), n: n}
	s.datum = make([]float32, len(g.tracks))
	s.node = make([]float32, len(g.code))
	s.reads = make([]int32, len(g.tracks))
	s.loops = g.loops()
	for i := range s.loops {
		s.distances(&s.loops[i])
	}
	return s
}

// best tries several ways of cutting, and returns the one that would be the fastest if all
// nodes took equally long.
func (s *survey) best() laneCut {
	best := s.cut(0)
	if !s.folds() {
		return best
	}
	least := s.play(best)
	good := int64(s.g.users) * playNode * 11 / int64(10*s.n) // within 10 % of the best there can be
	for fold := 1; fold <= foldsMost && least > good; fold++ {
		cut := s.cut(fold)
		if t := s.play(cut); t < least {
			best, least = cut, t
		}
	}
	return best
}

// folds tells whether there is a loop that may be folded.
func (s *survey) folds() bool {
	for i := range s.loops {
		if len(s.loops[i].dist) > 0 {
			return true
		}
	}
	return false
}

// cut places all nodes and cuts them into lanes of the same number of nodes.
func (s *survey) cut(fold int) laneCut {
	for i := range s.datum {
		s.datum[i] = -1
	}
	for i := range s.loops {
		s.place(&s.loops[i], fold)
	}
	laneOf := s.ranges()
	cut := make(laneCut, len(s.node))
	load := make([]int, s.n)
	for v := range cut {
		k := laneOf(s.node[v])
		// A node that writes what belongs to several lanes goes to the one with the least to do.
		first := true
		for _, x := range s.g.usesOf(int32(v)) {
			if j := laneOf(s.datum[x>>1]); x&1 != 0 && (first || load[j] < load[k]) {
				k, first = j, false
			}
		}
		cut[v] = k
		if !s.g.kind[v].ours() {
			load[k]++
		}
	}
	return cut
}

// ranges cuts the places into ranges with the same number of nodes, and returns a function
// that tells in which one a place is.
func (s *survey) ranges() func(place float32) int32 {
	const bins = 1 << 10
	bin := func(place float32) int { return min(max(int(place*bins), 0), bins-1) }
	var many [bins]int32
	all := 0
	for v, x := range s.node {
		if !s.g.kind[v].ours() {
			many[bin(x)]++
			all++
		}
	}
	var lane [bins]int32
	sum, here := 0, int32(0)
	for b, m := range many {
		if lane[b] = here; m > 0 { // few are not empty, and divisions take the most of it
			m := int(m)
			lane[b] = int32((2*sum + m) * s.n / (2 * all)) // that the middle of the bin is in
			sum += m
			here = int32(min(sum*s.n/all, s.n-1))
		}
	}
	return func(place float32) int32 { return lane[bin(place)] }
}

// place gives each node of a loop its place: where a datum is that it writes; where those are
// that it reads, if the loop's trips do not depend on each other; else by its trip.
func (s *survey) place(l *laneLoop, fold int) {
	trips := (l.to-l.from-1)/l.trip + 1
	period := trips
	if fold > 0 && len(l.dist) > 0 {
		period = l.dist[min(fold, len(l.dist))-1]
	}
	if len(l.dist) == 0 && !l.chain {
		s.countReads(l, 1)
	}
	for v := l.from; v < l.to; v++ {
		uses := s.g.usesOf(v)
		x := s.mean(uses, func(u int32) bool { return u&1 != 0 })
		if x < 0 && len(l.dist) == 0 && !l.chain {
			x = s.mean(uses, func(u int32) bool { return s.reads[u>>1] <= max(trips/2, 1) })
		}
		switch {
		case x >= 0:
		case len(uses) == 0 && len(s.p.of(v)) > 0: // one of ours
			x = s.node[s.p.of(v)[len(s.p.of(v))-1]>>1]
		case trips == 1:
			x = (float32(v) + 0.5) / float32(len(s.node))
		default:
			x = (float32((v-l.from)/l.trip%period) + 0.5) / float32(period)
		}
		s.node[v] = x
		for _, u := range uses {
			if u&1 != 0 && s.datum[u>>1] < 0 {
				s.datum[u>>1] = x
			}
		}
	}
	if len(l.dist) == 0 && !l.chain {
		s.countReads(l, 0)
	}
}

// countReads counts how often the loop reads each track, or forgets it.
func (s *survey) countReads(l *laneLoop, by int32) {
	for v := l.from; v < l.to; v++ {
		for _, u := range s.g.usesOf(v) {
			s.reads[u>>1] = (s.reads[u>>1] + 1) * by
		}
	}
}

// mean returns the mean place of those data that count and have one, negative if there are
// none.
func (s *survey) mean(uses []int32, counts func(use int32) bool) float32 {
	sum, n := float32(0), 0
	for _, u := range uses {
		if x := s.datum[u>>1]; x >= 0 && counts(u) {
			sum += x
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return sum / float32(n)
}
