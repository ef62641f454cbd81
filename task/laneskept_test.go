package task

import (
	"math/rand/v2"
	"testing"
)

// TestLanesKept: a cycle like one that has ended runs in its lanes; one that differs by a task, by
// what a task uses, by the number of copies, by a condition or by its lanes does not, and is right.
func TestLanesKept(t *testing.T) {
	rt := New(Config{Workers: 2, lanes: 2})
	defer rt.Close()
	var d [12]Datum
	var sum [12]int
	f := func(i, by, _ int) { sum[i] += by }
	var code uintptr
	run := func(tasks, shift, unroll int, while bool) *lanes {
		clear(sum[:])
		body := func(s *Scope) {
			for i := range tasks {
				s.Go3(f, i, i+1, 0, d[i].InOut(), d[(i+shift)%len(d)].In())
			}
		}
		const n = 6
		mustRun(t, rt, func(s *Scope) {
			if while {
				left := n / unroll
				s.IterateWhile(func() bool { left--; return left >= 0 }, body, Unroll(unroll))
			} else {
				s.Iterate(n, body, Unroll(unroll))
			}
		})
		for i := range tasks {
			if sum[i] != n*(i+1) {
				t.Fatalf("%d tasks, shift %d, unroll %d, while %v: sum[%d] = %d, want %d", tasks, shift, unroll, while, i, sum[i], n*(i+1))
			}
		}
		code = code3Of(f) ^ cycleSite
		return rt.kept.at(code).Load().lanes
	}
	first := run(11, 1, 1, false)
	if second := run(11, 1, 1, false); second != first {
		t.Fatal("a graph that is the same was cut again")
	}
	for _, c := range []struct {
		tasks, shift, unroll int
		while                bool
	}{{12, 1, 1, false}, {11, 2, 1, false}, {11, 1, 2, false}, {11, 1, 1, true}} {
		run(11, 1, 1, false)
		old := rt.kept.at(code).Load().lanes
		if run(c.tasks, c.shift, c.unroll, c.while) == old {
			t.Errorf("%+v has run in the lanes of another graph", c)
		}
	}
}

// TestLanesKeptForOne: lanes that are kept go to one cycle at a time, and to none of another code
// or number of lanes; what they get is what a cut would give.
func TestLanesKeptForOne(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for i := range uint64(50) {
		graphs := [3]*graph{}
		for k := range graphs {
			graphs[k] = randomGraph(rand.New(rand.NewPCG(seed, i)))
		}
		g, same, late := graphs[0], graphs[1], graphs[2]
		var kept keptLanes
		want := g.cut(3)
		kept.keep(7, g)
		if kept.give(7, late, 2); late.lanes != nil {
			t.Fatal("lanes for 3 were given to 2")
		}
		kept.keep(7, g)
		other := uintptr(8) // in the same place
		for kept.at(other) != kept.at(7) {
			other++
		}
		if kept.give(other, late, 3); late.lanes != nil {
			t.Fatal("lanes of another code were given")
		}
		if kept.give(7, same, 3); same.lanes != want {
			t.Fatal("no lanes for a graph that is the same")
		}
		checkLanes(t, same, same.lanes)
		if kept.give(7, late, 3); late.lanes != nil {
			t.Fatal("lanes were given to two at once")
		}
	}
}

// TestLanesKeptNot: lanes that a body has waited in, and those of large graphs, are forgotten.
func TestLanesKeptNot(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(1, 1)))
	var kept keptLanes
	if kept.keep(7, g); kept.at(7).Load() != nil {
		t.Error("a graph without lanes was kept")
	}
	g.cut(2)
	g.unlaned = true
	if kept.keep(7, g); kept.at(7).Load() != nil {
		t.Error("lanes that have halted were kept")
	}
	g.unlaned = false
	g.uses = make([]int32, keptMost+1)
	if kept.keep(7, g); kept.at(7).Load() != nil {
		t.Error("lanes of a large graph were kept")
	}
}
