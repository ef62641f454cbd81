package park

import (
	"runtime"
	"testing"
)

type anyParker interface {
	park(spins int)
	unpark()
}

// parkers are all implementations that run here.
func parkers() map[string]func() anyParker {
	return map[string]func() anyParker{
		"default": func() anyParker { return new(parker) },
		"cond":    func() anyParker { return new(condParker) },
	}
}

func TestPermitBeforePark(t *testing.T) {
	for name, make := range parkers() {
		p := make()
		for range 3 { // permits do not add up
			p.unpark()
		}
		p.park(0)
		parked := false
		done := start(func() { p.park(0); parked = true })
		p.unpark()
		<-done
		if !parked {
			t.Errorf("%s: not parked", name)
		}
	}
}

// TestPermitsDoNotAddUp would hang in neither case but see the flag unset.
func TestPermitsDoNotAddUp(t *testing.T) {
	for name, make := range parkers() {
		p := make()
		p.unpark()
		p.unpark()
		p.park(0)
		flag := false
		done := start(func() {
			p.park(0)
			if !flag {
				t.Errorf("%s: two permits were kept", name)
			}
		})
		for range 100 {
			runtime.Gosched()
		}
		flag = true
		p.unpark()
		<-done
	}
}

// TestPingPong passes a plain counter to and fro: each side sees the other's writes, with
// and without time to fall asleep.
func TestPingPong(t *testing.T) {
	for name, make := range parkers() {
		for _, spins := range []int{0, 1, spins} {
			a, b := make(), make()
			n, rounds := 0, 2000
			done := start(func() {
				for range rounds {
					a.park(spins)
					n++
					b.unpark()
				}
			})
			for i := range rounds {
				if n != i {
					t.Fatalf("%s: n = %d before round %d", name, n, i)
				}
				n--
				n++
				a.unpark()
				b.park(spins)
			}
			<-done
		}
	}
}

// TestGCWhileParked: a sleeper must not hold up a collection.
func TestGCWhileParked(t *testing.T) {
	for _, make := range parkers() {
		p := make()
		done := start(func() { p.park(0) })
		for range 3 {
			runtime.GC()
		}
		p.unpark()
		<-done
	}
}

func start(f func()) chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	return done
}

func BenchmarkPingPong(b *testing.B) {
	for name, make := range parkers() {
		for label, spins := range map[string]int{"sleep": 0, "spin": 1 << 20} {
			b.Run("impl="+name+"/"+label, func(b *testing.B) {
				x, y := make(), make()
				stop := false
				done := start(func() {
					for {
						x.park(spins)
						if stop {
							return
						}
						y.unpark()
					}
				})
				for b.Loop() {
					x.unpark()
					y.park(spins)
				}
				stop = true
				x.unpark()
				<-done
			})
		}
	}
}

func BenchmarkRelax(b *testing.B) {
	for b.Loop() {
		Relax()
	}
}
