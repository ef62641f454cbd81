package task

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
)

var errMishap = errors.New("mishap")

// A chaosPlayer plays a program in which tasks fail, panic, end their goroutine, or cancel
// the context, every now and then.
type chaosPlayer struct {
	taskPlayer
	left   *atomic.Int32 // tasks until the next mishap
	every  int32
	cancel context.CancelCauseFunc
}

func (p chaosPlayer) do(f func(), cl ...Clause) {
	if p.left.Add(-1) != 0 {
		p.taskPlayer.do(f, cl...)
		return
	}
	p.left.Store(p.every)
	p.s.Try(func() error {
		f()
		switch p.every % 4 {
		case 0:
			return errMishap
		case 1:
			panic(errMishap)
		case 2:
			p.cancel(errMishap)
		case 3:
			runtime.Goexit()
		}
		return nil
	}, cl...)
}

func (p chaosPlayer) inner(s *Scope) chaosPlayer {
	p.s = s
	return p
}

func (p chaosPlayer) scope(f func(player), cl ...Clause) {
	p.s.GoScope(func(s *Scope) { f(p.inner(s)) }, cl...)
}

func (p chaosPlayer) nest(f func(player), cl ...Clause) {
	p.s.Try(func() error { return p.rt.Run(background, func(s *Scope) { f(p.inner(s)) }) }, cl...)
}

// TestChaos: whatever goes wrong, Run ends with the mishap as its error or panic, and the
// runtime runs the next program right.
func TestChaos(t *testing.T) {
	first := rand.Uint64N(1 << 40)
	t.Logf("first seed %d", first)
	programs := uint64(10)
	if testing.Short() || raceEnabled {
		programs = 3
	}
	with(t, func(t *testing.T, rt *Runtime) {
		for seed := first; seed < first+programs; seed++ {
			chaos(t, rt, seed)
			checkProgram(t, rt, seed)
		}
	})
}

func chaos(t *testing.T, rt *Runtime, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	ctx, cancel := context.WithCancelCause(background)
	defer cancel(nil)
	p := chaosPlayer{left: new(atomic.Int32), every: int32(1 + rng.IntN(50)), cancel: cancel}
	p.rt = rt
	p.left.Store(p.every)
	n := 1 + rng.IntN(200)
	// A goroutine of its own: a task that it helps with may end it.
	end := make(chan any)
	go func() {
		var err any = ErrGoexit
		defer func() {
			if v := recover(); v != nil {
				err = v
			}
			end <- err
		}()
		err = rt.Run(ctx, func(s *Scope) {
			// A future that was dropped has no value to give.
			defer func() {
				if v := recover(); v != nil && s.Err() == nil {
					panic(v)
				}
			}()
			play(p.inner(s), rng, n, 3)
		})
	}()
	v := <-end
	if err, ok := v.(error); v != nil && (!ok || !errors.Is(err, errMishap) && !errors.Is(err, ErrGoexit)) {
		t.Fatalf("seed %d: ended with %v", seed, v)
	}
}
