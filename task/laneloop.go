package task

import (
	"slices"
	"unsafe"
)

// A laneLoop is nodes that look as if a loop had submitted them: trip nodes in each pass, the
// same tasks in each, and no two passes write the same data.
type laneLoop struct {
	from, to, trip int32
	dist           []int32 // how many passes apart most depend on each other, but for 1, and its neighbours
	chain          bool    // one depends on the one before
}

// tripMost is how many tasks a pass of a loop may have for it to be seen.
const tripMost = 8

// loops cuts the nodes into loops, some of a single pass.
func (g *graph) loops() []laneLoop {
	n := int32(len(g.code))
	key := make([]uintptr, n)
	for v := range key {
		key[v] = g.identity(int32(v))
	}
	// alike[k-1][v] is how many nodes from v on are like those k later.
	var alike [tripMost][]int32
	for k := range alike {
		run := make([]int32, n+1)
		for v := n - int32(k) - 2; v >= 0; v-- {
			if key[v] == key[v+int32(k)+1] {
				run[v] = run[v+1] + 1
			}
		}
		alike[k] = run
	}
	written := make([]int32, len(g.tracks)) // 1 + the pass that has written it, and all passes before
	var all []laneLoop
	passes := int32(0)
	copy := 1
	for v := int32(0); v < n; {
		for copy < len(g.copies) && g.copies[copy] <= v {
			copy++
		}
		end := n
		if copy < len(g.copies) {
			end = g.copies[copy]
		}
		l := laneLoop{from: v, trip: 1, to: min(v+1+alike[0][v], end)}
		for k := int32(2); k <= tripMost; k++ {
			if e := alike[k-1][v] / k * k; e >= 3*k && min(v+e+k, end) > l.to {
				l.trip, l.to = k, min(v+e+k, end)
			}
		}
		l.to, passes = g.untilRewritten(l, written, passes)
		all = append(all, l)
		v = l.to
	}
	return all
}

// untilRewritten returns where l ends so that no two passes of it write the same data, and
// the number of passes so far, which is what written counts in.
func (g *graph) untilRewritten(l laneLoop, written []int32, passes int32) (to, after int32) {
	first := passes
	for v := l.from; v < l.to; v++ {
		pass := passes + (v-l.from)/l.trip + 1
		for _, u := range g.usesOf(v) {
			if u&1 == 0 {
				continue
			}
			if w := written[u>>1]; w > first && w < pass {
				return max(l.from+(v-l.from)/l.trip*l.trip, l.from+1), pass
			}
			written[u>>1] = pass
		}
	}
	return l.to, passes + (l.to-l.from)/l.trip + 1
}

// identity tells tasks of different kinds apart: those from different places in the program,
// or with different functions.
func (g *graph) identity(v int32) uintptr {
	f := g.code[v]
	switch {
	case f == nil:
		return 0
	case g.kind[v] == kindGo3:
		return *(*uintptr)(unsafe.Pointer(&f))
	}
	return codeOf(f)
}

// distances finds out how the loop's passes depend on each other.
func (s *survey) distances(l *laneLoop) {
	passes := int((l.to-l.from-1)/l.trip + 1)
	s.many = slices.Grow(s.many[:0], passes)[:passes]
	many := s.many // how many edges there are by how many passes they go back
	clear(many)
	pass := int32(0)
	for v, next := l.from, l.from+l.trip; v < l.to; v++ {
		if v == next {
			pass++
			next += l.trip
		}
		for _, e := range s.p.of(v) {
			if u := e >> 1; e&1 == 0 && u >= l.from {
				d := pass
				if u < l.from+l.trip*pass {
					d -= (u - l.from) / l.trip
				} else {
					d = 0
				}
				many[d]++
			}
		}
	}
	if passes == 1 {
		return
	}
	l.chain = many[1] > 0
	most := int32(0)
	for d := int32(2); int(d) < passes; d++ {
		if many[d] > 0 && (most == 0 || many[d] > many[most]) {
			most = d
		}
	}
	if most > 0 {
		// Of a grid that is swept aslant, the nearest in the last row is one before or behind.
		l.dist = []int32{most, most + 1, most - 1}
	}
}
