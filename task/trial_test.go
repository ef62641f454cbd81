package task

import "testing"

// A trial keeps the way whose best stride was the fastest, and goes back to in order if that
// was none.
func TestTrial(t *testing.T) {
	for _, c := range []struct {
		lanes bool
		order int64
		times [ways][]int64
		way   way
	}{
		{true, 100, [ways][]int64{free: {90, 70}, inLanes: {80, 60}}, inLanes},
		{true, 100, [ways][]int64{free: {90, 50}, inLanes: {80, 60}}, free},
		{true, 100, [ways][]int64{free: {98}, inLanes: {80, 99}}, inLanes},
		{true, 100, [ways][]int64{free: {120}, inLanes: {99}}, inOrder},
		{true, 0, [ways][]int64{free: {120, 110}, inLanes: {130, 140}}, free},
		{false, 100, [ways][]int64{free: {90, 80}}, free},
		{false, 100, [ways][]int64{free: {90, 101}}, free},
		{false, 100, [ways][]int64{free: {100}}, inOrder},
	} {
		m := &tempo{best: [ways]int64{inOrder: c.order}}
		m.candidates(c.lanes)
		m.try(trialNs)
		at := [ways]int{}
		for m.manner == trying {
			w := m.way
			if at[w] == len(c.times[w]) {
				t.Fatalf("%+v: way %d is tried too often", c, w)
			}
			at[w]++
			m.tried(c.times[w][at[w]-1])
		}
		want := decided
		if c.way == inOrder {
			want = ordering
		}
		if m.way != c.way || m.manner != want {
			t.Errorf("%+v: way %d, manner %d", c, m.way, m.manner)
		}
		for w, n := range at {
			if n < len(c.times[w]) {
				t.Errorf("%+v: way %d is tried %d times", c, w, n)
			}
		}
	}
}

// A way that was doubted and is faster takes over.
func TestDoubt(t *testing.T) {
	for _, c := range []struct {
		other  way
		ns     int64
		way    way
		manner manner
	}{
		{inOrder, 99, inOrder, ordering},
		{inOrder, 100, inLanes, decided},
		{free, 99, free, decided},
		{free, 101, inLanes, decided},
	} {
		m := &tempo{manner: doubting, was: inLanes, way: c.other, best: [ways]int64{inLanes: 100}}
		m.doubted(c.ns)
		if m.way != c.way || m.manner != c.manner {
			t.Errorf("%+v: way %d, manner %d", c, m.way, m.manner)
		}
	}
}

// A way that is settled on is in doubt after so many ns, in however many phases they are.
func TestStay(t *testing.T) {
	for _, c := range []struct {
		wall   int64 // of a phase
		phases int   // until the way is in doubt
	}{
		{againLeast, 1}, {againLeast * 2 / 3, 1}, {againLeast / 4, 2}, {againLeast / 100, 50},
	} {
		m := &tempo{best: [ways]int64{inOrder: 1000, inLanes: 900}}
		m.won(inLanes, againLeast)
		for i := 1; m.manner == decided; i++ {
			if i > c.phases {
				t.Fatalf("%+v: in no doubt after %d phases", c, c.phases)
			}
			if m.stay(nil, 900, c.wall); m.manner == doubting && i < c.phases {
				t.Errorf("%+v: in doubt after %d phases", c, i)
			}
		}
	}
}

// A site tells a cycle in which way the last one like it ran.
func TestRecall(t *testing.T) {
	var m sites
	for _, w := range []way{inOrder, free, inLanes} {
		m.putWay(12345, w, 7_000_000, 320)
		v := m.get(12345)
		if v.way() != w || v.need() != 7_000_000 || v.grain() != 320 {
			t.Errorf("way %d: %d, need %d, grain %d", w, v.way(), v.need(), v.grain())
		}
	}
	forgot := 0
	for range 80 {
		if m.forgets(12345) {
			forgot++
		}
	}
	if forgot != 10 {
		t.Errorf("forgets %d times in 80", forgot)
	}
}

// What is ahead in a trial that has not come to its end is remembered if it has been compared with
// something: with another way, or with running in order.
func TestUnfinishedTrial(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	for i, c := range []struct {
		order, free, lanes int64
		known              bool
		way                way
	}{
		{order: 0, lanes: 100},
		{order: 0, lanes: 100, free: 90, known: true, way: free},
		{order: 0, lanes: 100, free: 110, known: true, way: inLanes},
		{order: 120, lanes: 100, known: true, way: inLanes},
		{order: 90, lanes: 100},
	} {
		code := uintptr(1000 + i)
		m := &tempo{best: [ways]int64{inOrder: c.order}}
		m.candidates(true)
		m.try(trialNs)
		m.tried(c.lanes)
		if c.free > 0 {
			m.tried(c.free)
		}
		m.grain.Store(2 * sureNs)
		m.remember(rt, code)
		v := rt.sites.get(code)
		if (v != 0) != c.known || c.known && v.way() != c.way {
			t.Errorf("%+v: remembers %x, way %d", c, v, v.way())
		}
	}
}

// A trial that nobody has joined tells nothing about the ways, and is not remembered.
func TestTrialAlone(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	cy := &cycle{g: &graph{code: make([]func(), 8)}, s: &Scope{rt: rt}, total: 1000}
	cy.phase.way = inLanes
	for code, joins := range []bool{false, true} {
		m := &tempo{}
		m.grain.Store(2 * sureNs)
		m.candidates(true)
		m.join()
		for m.manner == joining {
			cy.phase.began = clock() - joinNs
			cy.phase.joined.Store(joins)
			m.learn(cy, 1)
		}
		if joins {
			m.tried(100)
			m.tried(90)
			m.tried(90)
			m.tried(100)
		}
		if m.manner != decided || m.way != free {
			t.Fatalf("joined: %v; manner %d, way %d", joins, m.manner, m.way)
		}
		m.remember(rt, uintptr(2000+code))
		if known := rt.sites.get(uintptr(2000+code)) != 0; known != joins {
			t.Errorf("joined: %v; remembered: %v", joins, known)
		}
	}
}

// Lanes are tried against free strides where bodies are long, but not the longest, and there are
// strides enough.
func TestTryLanes(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	for _, c := range []struct {
		grain       int32
		run, toCome int64
		want        bool
	}{
		{sureNs, 0, cutLeast, true},
		{20_000, 0, cutLeast, true},
		{lanedMostNs, 0, cutLeast, false},
		{20_000, 0, cutLeast - 1, false},
		{20_000, cutLeast, 1, true},
	} {
		g := &graph{code: make([]func(), 8), lanes: &lanes{all: make([]lane, 2)}}
		g.lanesFor = rt.lanes(g)
		m := &tempo{strides: c.run}
		m.grain.Store(c.grain)
		cy := &cycle{g: g, s: &Scope{rt: rt}, total: c.toCome}
		if m.tryLanes(cy) != c.want || (m.manner == joining) != c.want {
			t.Errorf("%+v: manner %d", c, m.manner)
		}
	}
}

// A graph that cannot be cut into lanes stays in order until it would pay to run it free: nothing else
// is remembered about it.
func TestNoLanesKeepsOrder(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	g := &graph{code: make([]func(), 100), lanes: &lanes{all: make([]lane, 1)}}
	g.lanesFor = rt.lanes(g)
	cy := &cycle{g: g, s: &Scope{rt: rt}}
	m := &tempo{manner: ordering, need: needFirst}
	const stride = 100 * 30
	m.best[inOrder] = stride
	for range 1000 {
		m.ordered(cy, 10*stride, 10)
		if m.manner != ordering {
			break
		}
		if m.way != inOrder {
			t.Fatalf("way %d while in order; lanes given up: %v", m.way, m.plain)
		}
	}
	if !m.plain {
		t.Error("lanes were not given up")
	}
}

// Lanes that are nearly as fast as can be are taken at once.
func TestGoodLanes(t *testing.T) {
	m := &tempo{best: [ways]int64{inOrder: 100}}
	m.candidates(true)
	m.good = 62
	m.try(trialNs)
	m.tried(63)
	if m.manner != trying || m.way != free {
		t.Errorf("after lanes in 63: manner %d, way %d", m.manner, m.way)
	}
	m.tried(80)
	m.tried(80)
	m.tried(62)
	if m.manner != decided || m.way != inLanes {
		t.Errorf("after lanes in 62: manner %d, way %d", m.manner, m.way)
	}
}

// A trial begins without evidence where lanes would pay for it several times over in the strides
// to come, unless one has been lost.
func TestPromising(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	for _, c := range []struct {
		nodes       int
		alone, left int64
		losses      int
		want        bool
	}{
		{1000, 100_000, 100, 0, true},
		{1000, 100_000, 100, 1, false},
		{1000, 100_000, 5, 0, false},
		{1000, 10_000, 1_000_000, 0, false}, // lanes cost as much as they save
		{5000, 2_000_000, 10, 0, true},
		{10, 1_000, 100, 0, false},
	} {
		cy := &cycle{g: &graph{code: make([]func(), c.nodes)}, s: &Scope{rt: rt}, total: c.left}
		m := &tempo{need: needFirst, losses: c.losses, strides: c.left}
		m.best[inOrder] = c.alone
		if got := m.promising(cy); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
