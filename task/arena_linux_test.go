package task

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"heddle/internal/cpu"
)

// mayRun returns the processors of this machine on which the calling thread may run.
func mayRun(t *testing.T) (ids []int) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Error(err)
	}
	for _, c := range cpu.Machine().CPUs {
		if set.IsSet(c.ID) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// TestArenaBinds: tasks, loops and members, within workers and beyond, run on the arena's
// processors, and a caller is afterwards where it was before, also if that is another arena.
func TestArenaBinds(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	all := mayRun(t)
	rt := New(Config{Workers: 2})
	defer rt.Close()
	for _, id := range all {
		a, only := rt.Arena(id), []int{id}
		a.Run(context.Background(), func(s *Scope) {
			for range 20 {
				s.Go(func() {
					if got := mayRun(t); !slices.Equal(got, only) {
						t.Errorf("a task in the arena of %v may run on %v", only, got)
					}
				}, Deferred())
			}
			for _, other := range all {
				s.Go(func() {
					rt.Arena(other).Run(context.Background(), func(*Scope) {
						if got := mayRun(t); !slices.Equal(got, []int{other}) {
							t.Errorf("a nested body in the arena of %d may run on %v", other, got)
						}
					})
					if got := mayRun(t); !slices.Equal(got, only) {
						t.Errorf("back from the arena of %d in that of %v, may run on %v", other, only, got)
					}
				})
			}
		})
		a.Team(5, func(m *Member) {
			if got := mayRun(t); !slices.Equal(got, only) {
				t.Errorf("member %d in the arena of %v may run on %v", m.Rank(), only, got)
			}
			m.Barrier()
		})
		if got := mayRun(t); !slices.Equal(got, all) {
			t.Errorf("after the arena of %d the caller may run on %v, before on %v", id, got, all)
		}
	}
}

// TestArenaBindsTeamsOfMany: also a caller that finds no seat stays on the arena's processors.
func TestArenaBindsTeamsOfMany(t *testing.T) {
	rt := New(Config{Workers: 1})
	defer rt.Close()
	only := mayRun(t)[:1]
	a := rt.Arena(only...)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			a.Team(3, func(m *Member) {
				m.Barrier()
				if got := mayRun(t); !slices.Equal(got, only) {
					t.Errorf("member %d may run on %v, want %v", m.Rank(), got, only)
				}
				m.Barrier()
			})
		})
	}
	wg.Wait()
}
