package task

import (
	"math/rand/v2"
	"testing"
)

// Ranges are those that the definition gives, bin by bin.
func TestRanges(t *testing.T) {
	const bins = 1 << 10
	rng := rand.New(rand.NewPCG(1, 2))
	for _, nodes := range []int{0, 1, 2, 3, 17, 1000, 5000} {
		for _, n := range []int{2, 3, 7, 64} {
			s := &survey{g: &graph{kind: make([]kind, nodes)}, n: n, node: make([]float32, nodes)}
			var many [bins]int
			all := 0
			for v := range s.node {
				b := rng.IntN(bins)
				if nodes < 100 {
					b = b / 200 * 200 // several in a bin
				}
				s.node[v], s.g.kind[v] = (float32(b)+0.5)/bins, kindGo
				if rng.IntN(5) == 0 {
					s.g.kind[v] = kindJoin // does not count
					continue
				}
				many[b]++
				all++
			}
			laneOf := s.ranges()
			sum := 0
			for b, m := range many {
				want := int32(min((2*sum+m)*n/max(2*all, 1), n-1))
				if got := laneOf((float32(b) + 0.5) / bins); got != want {
					t.Fatalf("%d nodes, %d lanes, bin %d: lane %d, want %d", nodes, n, b, got, want)
				}
				sum += m
			}
		}
	}
}
