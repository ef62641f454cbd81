package task

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

// drain takes one piece at a time from a shared counter until none is left or the helper is to
// leave; piece may be called by several goroutines at once.
func drain(next *atomic.Int64, n int64, piece func(h *Helper, i int64)) func(*Helper) {
	return func(h *Helper) {
		for !h.Leave() {
			i := next.Add(1) - 1
			if i >= n {
				return
			}
			piece(h, i)
		}
	}
}

// TestMalleable does every piece once, whoever comes.
func TestMalleable(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for range 50 {
			var next, callers, inside atomic.Int64
			seen := make([]int, 200)
			take := drain(&next, int64(len(seen)), func(_ *Helper, i int64) { seen[i]++ })
			rt.Malleable(func(h *Helper) {
				if h.Caller() {
					callers.Add(1)
				}
				if inside.Add(1) > int64(rt.Workers()) {
					t.Errorf("more than %d at once", rt.Workers())
				}
				defer inside.Add(-1)
				take(h)
			})
			if callers.Load() != 1 || inside.Load() != 0 {
				t.Fatalf("%d callers, %d still inside", callers.Load(), inside.Load())
			}
			for i, n := range seen {
				if n != 1 {
					t.Fatalf("piece %d was done %d times", i, n)
				}
			}
		}
	})
}

// TestMalleableIsHelped has the caller wait inside until every other worker has come.
func TestMalleableIsHelped(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		var come sync.WaitGroup
		come.Add(rt.Workers() - 1)
		rt.Malleable(func(h *Helper) {
			if h.Caller() {
				come.Wait()
			} else {
				come.Done()
			}
		})
	})
}

// TestHelperLeavesAndComesBack: a helper is told to leave when a task becomes ready, runs it, and
// is called again.
func TestHelperLeavesAndComesBack(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	come, ran := make(chan bool, 10), make(chan bool)
	err := rt.Run(context.Background(), func(s *Scope) {
		rt.Malleable(func(h *Helper) {
			if !h.Caller() {
				come <- true
				for !h.Leave() && len(come) < 2 {
				}
				return
			}
			<-come
			s.Go(func() { close(ran) }) // only the helper's worker can run it
			<-ran
			<-come // again
			come <- true
			come <- true
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMalleableNests(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		var total atomic.Int64
		var outer atomic.Int64
		rt.Malleable(drain(&outer, 20, func(*Helper, int64) {
			var inner atomic.Int64
			rt.Malleable(drain(&inner, 20, func(*Helper, int64) {
				rt.For(0, 3, Dynamic(1), func(a, b int) { total.Add(int64(b - a)) })
			}))
		}))
		if total.Load() != 20*20*3 {
			t.Errorf("%d pieces, want %d", total.Load(), 20*20*3)
		}
	})
}

// TestMalleableFromManyGoroutines: 64 at once, none of them waits for ever.
func TestMalleableFromManyGoroutines(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		var wg sync.WaitGroup
		var total atomic.Int64
		for range 64 {
			wg.Go(func() {
				var next atomic.Int64
				rt.Malleable(drain(&next, 50, func(*Helper, int64) { total.Add(1) }))
			})
		}
		wg.Wait()
		if total.Load() != 64*50 {
			t.Errorf("%d pieces, want %d", total.Load(), 64*50)
		}
	})
}

func TestMalleablePanics(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, caller := range []bool{true, false} {
			if !caller && rt.Workers() == 1 {
				continue
			}
			thrown := make(chan bool)
			func() {
				defer func() {
					var p *PanicError
					if err, _ := recover().(error); !errors.As(err, &p) || p.Value != caller {
						t.Errorf("caller=%v: recovered %v", caller, err)
					}
				}()
				var once sync.Once
				rt.Malleable(func(h *Helper) {
					if h.Caller() == caller {
						defer once.Do(func() { close(thrown) })
						panic(caller)
					}
					<-thrown
				})
			}()
			rt.Malleable(func(*Helper) {}) // still usable
		}
	})
}

func TestMalleableAfterClose(t *testing.T) {
	rt := New(Config{Workers: 2})
	rt.Close()
	defer func() {
		if recover() != ErrClosed {
			t.Error("Malleable on a closed runtime does not panic with ErrClosed")
		}
	}()
	rt.Malleable(func(*Helper) {})
}
