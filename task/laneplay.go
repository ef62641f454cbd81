package task

// What play assumes, in parts of the time that a node takes: to bring a datum over from
// another lane, and to learn that another lane has come so far.
const (
	playNode = 12
	playMove = 3
	playTell = 2
)

// play runs two iterations on paper, in lanes, and returns how much later the second ends.
func (s *survey) play(cut laneCut) int64 {
	g := s.g
	end := make([]int64, len(cut))
	free := make([]int64, s.n)
	has := make([]uint64, len(g.tracks)) // which lanes have the data in their cache
	last := [3]int64{}
	for it := range 2 {
		for v, k := range cut {
			t := free[k]
			for _, e := range s.p.of(int32(v)) {
				if u := e >> 1; cut[u] != k {
					t = max(t, end[u]+playTell)
				}
			}
			for _, u := range g.usesOf(int32(v)) {
				h, bit := &has[u>>1], uint64(1)<<(k&63)
				if *h&bit == 0 {
					t += playMove
				}
				if *h |= bit; u&1 != 0 {
					*h = bit
				}
			}
			if !g.kind[v].ours() {
				t += playNode
			}
			end[v], free[k] = t, t
		}
		for _, t := range free {
			last[it+1] = max(last[it+1], t)
		}
	}
	return last[2] - last[1]
}
