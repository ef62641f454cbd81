package task

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// repeatable are the kinds of tasks of a random program that a recorded body may submit:
// all but those that wait, and futures.
var repeatable = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19}

// A form is a way of running the body of a random program n times.
type form struct {
	name string
	run  func(rt *Runtime, n int, body func(player)) error
}

func bodyOf(rt *Runtime, body func(player)) func(*Scope) {
	return func(s *Scope) { body(taskPlayer{rt, s}) }
}

var forms = []form{
	{"tasks", func(rt *Runtime, n int, body func(player)) error {
		return rt.Run(background, func(s *Scope) {
			for range n {
				body(taskPlayer{rt, s})
			}
		})
	}},
	{"graph.Run", func(rt *Runtime, n int, body func(player)) error {
		g := Record(bodyOf(rt, body))
		for range n {
			if err := g.Run(background, rt); err != nil {
				return err
			}
		}
		return nil
	}},
	{"graph.Iterate", func(rt *Runtime, n int, body func(player)) error {
		return Record(bodyOf(rt, body)).Iterate(background, rt, n)
	}},
	{"Iterate", func(rt *Runtime, n int, body func(player)) error {
		return rt.Run(background, func(s *Scope) { s.Iterate(n, bodyOf(rt, body)) })
	}},
	{"Unroll", func(rt *Runtime, n int, body func(player)) error {
		return rt.Run(background, func(s *Scope) { s.Iterate(n, bodyOf(rt, body), Unroll(3)) })
	}},
	{"twice", func(rt *Runtime, n int, body func(player)) error { // and siblings before and between
		return rt.Run(background, func(s *Scope) {
			rest := n - n/3
			if n > 2 {
				body(taskPlayer{rt, s})
				rest--
			}
			s.Iterate(n/3, bodyOf(rt, body))
			if n > 5 {
				body(taskPlayer{rt, s})
				rest--
			}
			s.Iterate(rest, bodyOf(rt, body))
		})
	}},
	{"IterateWhile", func(rt *Runtime, n int, body func(player)) error {
		return rt.Run(background, func(s *Scope) {
			i := 0
			s.IterateWhile(func() bool { i++; return i <= n }, bodyOf(rt, body))
		})
	}},
	{"IterateWhile/Unroll", func(rt *Runtime, n int, body func(player)) error {
		return rt.Run(background, func(s *Scope) {
			i := 0
			s.Iterate(n%3, bodyOf(rt, body))
			s.IterateWhile(func() bool { i++; return i <= n/3 }, bodyOf(rt, body), Unroll(3))
		})
	}},
	{"nested", func(rt *Runtime, n int, body func(player)) error { // in a loop that is recorded
		return rt.Run(background, func(s *Scope) {
			s.Iterate(n/2, func(s *Scope) { s.Iterate(2, bodyOf(rt, body)) })
			s.Iterate(n%2, bodyOf(rt, body))
		})
	}},
}

// TestRandomCycles runs the same random body n times in all forms, and compares with its
// serial elision.
func TestRandomCycles(t *testing.T) {
	first := rand.Uint64N(1 << 40)
	t.Logf("first seed %d", first)
	programs := uint64(4)
	if testing.Short() || raceEnabled {
		programs = 1
	}
	with(t, func(t *testing.T, rt *Runtime) {
		for seed := first; seed < first+programs; seed++ {
			checkCycles(t, rt, seed)
		}
	})
}

func checkCycles(t *testing.T, rt *Runtime, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	tasks, n := 1+rng.IntN(40), rng.IntN(12)
	tiny := rng.IntN(2) == 0 // only tasks that may run in order
	play := func(run func(int, func(player)) error) (uint64, error) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := newProgram(serialPlayer{}, rng)
		state := rng.Uint64()
		err := run(n, func(p player) {
			g.rng = rand.New(rand.NewPCG(state, 2)) // the same each time
			for range tasks {
				k := repeatable[g.rng.IntN(len(repeatable))]
				if tiny {
					k %= 3
				}
				g.step(p, k, g.rng.Uint64(), 1)
			}
		})
		return g.digest(), err
	}
	want, _ := play(func(n int, body func(player)) error {
		for range n {
			body(serialPlayer{})
		}
		return nil
	})
	for _, f := range forms {
		got, err := play(func(n int, body func(player)) error { return f.run(rt, n, body) })
		if err != nil || got != want {
			t.Fatal(fmt.Errorf("seed %d, %s, %d tasks x %d: digest %x, want %x, error %v", seed, f.name, tasks, n, got, want, err))
		}
	}
}
