package task

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// tile is a value that must not be written while others read it.
type tile struct{ x int }

// TestFutureStyles runs one program, a triangular sweep like Cholesky's, in three styles
// and compares with the serial loops.
func TestFutureStyles(t *testing.T) {
	const n = 12
	serial := func() (a [n]tile) {
		for i := range a {
			a[i].x = i + 1
		}
		for k := range n {
			a[k].x = a[k].x*3 + 1
			for i := k + 1; i < n; i++ {
				a[i].x += a[k].x % 1000
			}
		}
		return a
	}
	want := serial()
	check := func(t *testing.T, style string, i, got int) {
		t.Helper()
		if got != want[i].x {
			t.Fatalf("%s: tile %d is %d, want %d", style, i, got, want[i].x)
		}
	}
	with(t, func(t *testing.T, rt *Runtime) {
		var a [n]tile
		mustRun(t, rt, func(s *Scope) {
			f := make([]*Future[Void], n)
			for i := range a {
				f[i] = Async(s, func() Void { a[i].x = i + 1; return Void{} })
			}
			for k := range n {
				f[k] = Async(s, func() Void { a[k].x = a[k].x*3 + 1; return Void{} }, f[k].In())
				for i := k + 1; i < n; i++ {
					f[i] = Async(s, func() Void { a[i].x += a[k].x % 1000; return Void{} }, f[i].In(), f[k].In())
				}
			}
		})
		for i := range a {
			check(t, "handle", i, a[i].x)
		}
		f := make([]*Future[*tile], n)
		mustRun(t, rt, func(s *Scope) {
			for i := range f {
				f[i] = Async(s, func() *tile { return &tile{x: i + 1} })
			}
			for k := range n {
				f[k] = Dataflow(s, func(a ...*tile) *tile { a[0].x = a[0].x*3 + 1; return a[0] }, f[k].Moved())
				for i := k + 1; i < n; i++ {
					f[i] = Dataflow(s, func(a ...*tile) *tile {
						a[0].x += a[1].x % 1000
						return a[0]
					}, f[i].Moved(), f[k].Shared())
				}
			}
		})
		for i := range f {
			v, err := f[i].Get()
			if err != nil {
				t.Fatal(err)
			}
			check(t, "value", i, v.x)
		}
	})
}

// TestFutureMoveWaitsForReaders: many readers see the old value, then one task changes it.
func TestFutureMoveWaitsForReaders(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		for range 50 {
			var mu sync.Mutex
			sum := 0
			mustRun(t, rt, func(s *Scope) {
				a := Async(s, func() *tile { return &tile{x: 1} })
				for range 20 {
					Then(s, a, func(v *tile) Void {
						mu.Lock()
						defer mu.Unlock()
						sum += v.x
						return Void{}
					})
				}
				b := Async(s, func() *tile { v := a.Take(); v.x = 100; return v }, a.Move())
				got, err := b.Get()
				if err != nil || got.x != 100 {
					t.Fatalf("moved value %v, %v", got, err)
				}
			})
			if sum != 20 {
				t.Fatalf("the readers saw %d, want 20", sum)
			}
		}
	})
}

func TestFutureGet(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var late *Future[string]
		mustRun(t, rt, func(s *Scope) {
			a := Async(s, func() int { return 20 })
			b := Then(s, a, func(x int) int { return x + 1 })
			c := TryAsync(s, func() (int, error) { return 2 * b.Value(), nil }, b.In())
			if v, err := c.Get(); v != 42 || err != nil {
				t.Errorf("Get = %d, %v", v, err)
			}
			if !a.Ready() || !b.Ready() {
				t.Error("what c needs is not ready after Get")
			}
			late = Then(s, c, func(x int) string { return fmt.Sprint(x) })
		})
		if v, err := late.Get(); v != "42" || err != nil {
			t.Errorf("Get after Run = %q, %v", v, err)
		}
		mustRun(t, rt, func(s *Scope) { // in a later scope
			if v, err := Then(s, late, func(x string) string { return x + "!" }).Get(); v != "42!" || err != nil {
				t.Errorf("Then in a later Run = %q, %v", v, err)
			}
		})
	})
}

// TestFutureGetInTask gets, in a task, a future that it does not name.
func TestFutureGetInTask(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		for range 20 {
			got := 0
			mustRun(t, rt, func(s *Scope) {
				var d Datum
				a := Async(s, func() int { return 5 })
				s.Go(func() { got, _ = a.Get() }, d.Out())
			})
			if got != 5 {
				t.Fatalf("got %d, want 5", got)
			}
		}
	})
}

// TestFutureGetFromOutside waits in a goroutine that is no task.
func TestFutureGetFromOutside(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var wg sync.WaitGroup
		mustRun(t, rt, func(s *Scope) {
			gate := make(chan int)
			a := Async(s, func() (v int) { Blocking(func() { v = <-gate }); return v }, Deferred())
			for range 3 {
				wg.Go(func() {
					if v, err := a.Get(); v != 7 || err != nil {
						t.Errorf("Get = %d, %v", v, err)
					}
				})
			}
			go func() { gate <- 7 }()
		})
		wg.Wait()
	})
}

func TestFutureError(t *testing.T) {
	boom := errors.New("boom")
	with(t, func(t *testing.T, rt *Runtime) {
		var a, b, c *Future[int]
		err := rt.Run(background, func(s *Scope) {
			a = TryAsync(s, func() (int, error) { return 3, boom })
			b = Then(s, a, func(int) int { t.Error("ran after an error"); return 0 })
			c = Dataflow(s, func(...int) int { t.Error("ran after an error"); return 0 }, b.Moved(), a.Shared())
			if v, err := a.Get(); v != 3 || err != boom {
				t.Errorf("a: %d, %v", v, err)
			}
			checkCancelled(t, c)
		})
		if err != boom {
			t.Errorf("Run = %v, want boom", err)
		}
		checkCancelled(t, b)
		checkCancelled(t, c)
		err = rt.Run(background, func(s *Scope) { // the failed future in a later scope
			if _, err := Then(s, a, func(int) int { return 1 }).Get(); err != boom {
				t.Errorf("Then of a failed future: %v, want boom", err)
			}
		})
		if err != boom {
			t.Errorf("second Run = %v, want boom", err)
		}
	})
}

func checkCancelled(t *testing.T, a *Future[int]) {
	t.Helper()
	_, err := a.Get()
	var c *CancelledError
	if !errors.As(err, &c) {
		t.Errorf("Get = %v, want a CancelledError", err)
	}
}

func TestFuturePanic(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var a *Future[int]
		p := catch(func() {
			rt.Run(background, func(s *Scope) {
				a = Async(s, func() int { panicHere("boom"); return 0 })
			})
		})
		e, ok := p.(*PanicError)
		if !ok || e.Value != "boom" || !strings.Contains(string(e.Stack), "panicHere") {
			t.Fatalf("Run panicked with %v", p)
		}
		if _, err := a.Get(); err != e {
			t.Errorf("Get = %v, want the panic", err)
		}
		if v := catch(func() { a.Value() }); v != any(e) {
			t.Errorf("Value panicked with %v, want the same", v)
		}
	})
}

func TestFutureCancelled(t *testing.T) {
	why := errors.New("enough")
	with(t, func(t *testing.T, rt *Runtime) {
		ctx, cancel := context.WithCancelCause(background)
		var a, b *Future[int]
		err := rt.Run(ctx, func(s *Scope) {
			a = Async(s, func() int { cancel(why); return 1 })
			b = Then(s, a, func(x int) int { t.Error("ran after the context was cancelled"); return x })
		})
		if !errors.Is(err, why) {
			t.Errorf("Run = %v", err)
		}
		if v, err := a.Get(); v != 1 || err != nil {
			t.Errorf("a: %d, %v", v, err)
		}
		checkCancelled(t, b)
	})
}

func TestFutureMisuse(t *testing.T) {
	rt := New(Config{Workers: 1})
	defer rt.Close()
	mustRun(t, rt, func(s *Scope) {
		a := Async(s, func() int { return 1 })
		Dataflow(s, func(x ...int) int { return x[0] }, a.Moved())
		for name, f := range map[string]func(){
			"In":    func() { a.In() },
			"Move":  func() { a.Move() },
			"Moved": func() { Dataflow(s, func(x ...int) int { return x[0] }, a.Moved()) },
			"Get":   func() { a.Get() },
		} {
			if p := catch(f); p != "task: Future used after its value was moved" {
				t.Errorf("%s after a move panicked with %v", name, p)
			}
		}
	})
	var b *Future[int]
	mustRun(t, rt, func(s *Scope) {
		b = Async(s, func() int { return 1 })
		s.Go(func() { b.Take() }, b.Move())
		s.Wait()
		for name, f := range map[string]func(){"Value": func() { b.Value() }, "Take": func() { b.Take() }} {
			if p := catch(f); p != errMoved {
				t.Errorf("%s after Take panicked with %v", name, p)
			}
		}
	})
	got := make(chan any)
	go func() { got <- catch(func() { b.Get() }) }() // not the submitter
	if p := <-got; p != errMoved {
		t.Errorf("Get after Take panicked with %v", p)
	}
	var never Future[int]
	if p := fmt.Sprint(catch(func() { never.Value() })); !strings.Contains(p, "before the value is there") {
		t.Errorf("Value of no task panicked with %v", p)
	}
}

func TestLoopDependencies(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		for _, grain := range []int{0, 1, 3, 1000} {
			for _, n := range []int{-1, 0, 1, 7, 200} {
				x := make([]int, max(n, 0))
				var d Datum
				mustRun(t, rt, func(s *Scope) {
					for step := range 5 {
						s.Loop(0, n, grain, func(lo, hi int) {
							for i := lo; i < hi; i++ {
								x[i] = x[i]*3 + step
							}
						}, d.InOut())
					}
				})
				for i, v := range x {
					if want := 3*(3*(3*1+2)+3) + 4; v != want {
						t.Fatalf("grain %d, n %d: element %d is %d, want %d", grain, n, i, v, want)
					}
				}
			}
		}
		if p := catch(func() { rt.Run(background, func(s *Scope) { s.Loop(0, 1, -1, func(int, int) {}) }) }); p == nil {
			t.Error("grain -1 did not panic")
		}
	})
}

func BenchmarkFuture(b *testing.B) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	const n = 1000
	b.Run("go", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var d Datum
			rt.Run(background, func(s *Scope) {
				for range n {
					s.Go(func() {}, d.InOut())
				}
			})
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/task")
	})
	b.Run("handle", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			rt.Run(background, func(s *Scope) {
				a := Async(s, func() Void { return Void{} })
				for range n {
					a = Async(s, func() Void { return Void{} }, a.In())
				}
			})
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/task")
	})
	b.Run("value", func(b *testing.B) {
		b.ReportAllocs()
		v := new(tile)
		f := func(x ...*tile) *tile { return x[0] }
		for b.Loop() {
			rt.Run(background, func(s *Scope) {
				a := Async(s, func() *tile { return v })
				for range n {
					a = Dataflow(s, f, a.Moved())
				}
			})
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/task")
	})
}
