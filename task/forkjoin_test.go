package task

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
)

func TestForkJoinAfterClose(t *testing.T) {
	rt := New(Config{Workers: 2})
	if err := rt.Close(); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(){
		"For":  func() { rt.For(0, 1, Static(0), func(int, int) {}) },
		"For2": func() { rt.For2(Lower(0, 1), Static(0), func(int, int) {}) },
		"Reduce": func() {
			Reduce(rt, 0, 1, Static(0), 0, func(_, _, a int) int { return a }, func(a, _ int) int { return a })
		},
		"Team": func() { rt.Team(2, func(*Member) {}) },
	} {
		if err, ok := catch(f).(error); !ok || !errors.Is(err, ErrClosed) {
			t.Errorf("%s after Close panicked with %v, want ErrClosed", name, err)
		}
	}
}

// TestForkJoinGoexit ends goroutines in the middle: a helper's is an error, the caller's
// ends the caller, after all others have left; the runtime stays usable.
func TestForkJoinGoexit(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for range 10 {
			var running atomic.Int32
			f := func(lo, hi int) {
				running.Add(1)
				defer running.Add(-1)
				if lo <= 10 && 10 < hi {
					runtime.Goexit()
				}
				runtime.Gosched()
			}
			ended(t, func() {
				forceSharing(rt, bodyCode(f))
				rt.For(0, 30, Dynamic(1), f)
			})
			if running.Load() != 0 {
				t.Errorf("For ended while %d calls were running", running.Load())
			}
			for _, bad := range []int{0, 2} {
				ended(t, func() {
					rt.Team(3, func(m *Member) {
						if m.Rank() == bad {
							runtime.Goexit()
						}
						m.Barrier()
					})
				})
			}
		}
		n := 0
		rt.For(0, 10, Static(100), func(lo, hi int) { n += hi - lo })
		if n != 10 {
			t.Error("the runtime is not usable afterwards")
		}
	})
}

// ended runs f, which must end by Goexit or by a panic with ErrGoexit, on a goroutine of its
// own.
func ended(t *testing.T, f func()) {
	t.Helper()
	done := make(chan any)
	go func() {
		var value any = "Goexit"
		defer func() {
			if v := recover(); v != nil {
				value = v
			}
			done <- value
		}()
		f()
		value = "returned"
	}()
	v := <-done
	if e, ok := v.(*PanicError); v != "Goexit" && (!ok || e.Value != ErrGoexit) {
		t.Errorf("ended with %v, want Goexit or ErrGoexit", v)
	}
}

// TestTeamSharesSeats: members that run loops between barriers, more members
// than workers, so that seats must change hands.
func TestTeamSharesSeats(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		var n atomic.Int32
		f := func(lo, hi int) { n.Add(int32(hi - lo)) }
		rt.Team(12, func(m *Member) {
			for range 5 {
				rt.For(0, 10, Dynamic(1), f)
				m.Barrier()
			}
		})
		if n.Load() != 600 {
			t.Errorf("%d iterations, want 600", n.Load())
		}
	})
}
