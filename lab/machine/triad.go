package machine

import (
	"time"

	"heddle/task"
)

// triadTimes is how often the triad is run: the best counts, as in STREAM.
const triadTimes = 5

// Triad returns the GB/s that all workers of rt together move in STREAM's triad
// a[i] = b[i] + s*c[i], over three arrays of the given number of elements in all: 24 bytes
// an element, the reading of a before it is written not counted (McCalpin, STREAM).
func Triad(rt *task.Runtime, elements int) float64 {
	workers := rt.Workers()
	share := make([]stream, workers)
	rt.Team(workers, func(m *task.Member) {
		lo, hi := m.Span(0, elements)
		share[m.Rank()] = newStream(hi - lo) // first touched by its worker
	})
	best := 0.0
	elapsed := make([]time.Duration, workers)
	for range triadTimes {
		rt.Team(workers, func(m *task.Member) {
			m.Barrier()
			start := time.Now()
			share[m.Rank()].triad(3)
			m.Barrier() // the slowest member's time is everybody's
			elapsed[m.Rank()] = time.Since(start)
		})
		best = max(best, 24*float64(elements)/float64(elapsed[0].Nanoseconds()))
	}
	return best
}

// stream is one worker's part of the three arrays.
type stream struct{ a, b, c []float64 }

func newStream(n int) stream {
	s := stream{make([]float64, n), make([]float64, n), make([]float64, n)}
	for i := range n {
		s.a[i], s.b[i], s.c[i] = 1, 2, 0.5
	}
	return s
}

func (s stream) triad(scalar float64) {
	a := s.a
	b, c := s.b[:len(a)], s.c[:len(a)]
	for i := range a {
		a[i] = b[i] + scalar*c[i]
	}
}
