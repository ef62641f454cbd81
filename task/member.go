package task

// A Member is one of a team's goroutines, and may be used by that one only.
type Member struct {
	_       [line]byte
	team    *team
	rank    int
	singles int64 // how many Singles it has met
	_       [line]byte
}

// Rank returns the member's number, 0 to Size()-1. The caller of Team is 0.
func (m *Member) Rank() int { return m.rank }

// Size returns the number of members.
func (m *Member) Size() int { return m.team.size }

// Barrier returns when all members have called it as often as this one has. What any of
// them wrote before is visible to all afterwards. It spins for up to a
// millisecond before it sleeps; if the members are more than GOMAXPROCS, or somebody waits for
// a worker, it sleeps almost at once.
//
// If another member panics, or returns and so can never arrive, Barrier does not return:
// it unwinds this member, whose deferred functions run.
func (m *Member) Barrier() {
	if c := m.team.rt.current(); c != nil {
		c.breathe()
	}
	switch m.team.barrier.wait(m.team.rt) {
	case missed:
		m.team.missing()
		fallthrough
	case broken:
		panic(disbanded{})
	}
}

// Single calls f on one member, the first to come, and returns on all when f has returned
// and all members have come: it is also a barrier.
func (m *Member) Single(f func()) {
	k := m.singles
	m.singles++
	if m.team.singles.CompareAndSwap(k, k+1) {
		f()
	}
	m.Barrier()
}

// Span returns the member's part of lo <= i < hi: the range cut into Size() blocks whose
// lengths differ by one at most, in order of rank. A part may be empty.
func (m *Member) Span(lo, hi int) (from, to int) {
	n := extent(lo, hi)
	size, r := uint64(m.team.size), uint64(m.rank)
	short, longer := n/size, n%size // the first `longer` parts have one more
	a := r*short + min(r, longer)
	b := a + short
	if r < longer {
		b++
	}
	return int(uint64(lo) + a), int(uint64(lo) + b)
}
