package park

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

func TestWakeWithoutWaiters(t *testing.T) {
	e := NewEventcount(130)
	if e.Wake(5) != 0 || e.WakeOne(3) || e.Waiting() != 0 {
		t.Fatal("woke somebody of nobody")
	}
}

func TestWakeCounts(t *testing.T) {
	const n = 130 // three words
	e := NewEventcount(n)
	for i := range n {
		e.Announce(i)
	}
	if got := e.Waiting(); got != n {
		t.Fatalf("Waiting = %d, want %d", got, n)
	}
	if !e.WakeOne(100) || e.WakeOne(100) {
		t.Fatal("WakeOne wakes not once")
	}
	if got := e.Wake(69); got != 69 {
		t.Fatalf("Wake(69) = %d", got)
	}
	if got := e.Wake(1000); got != n-70 {
		t.Fatalf("Wake(1000) = %d, want the %d left", got, n-70)
	}
	for i := range n {
		e.Sleep(i) // each has its permit
	}
}

// TestCancelPassesOn: a wake-up that meets a waiter which found other work goes on.
func TestCancelPassesOn(t *testing.T) {
	e := NewEventcount(2)
	e.Announce(0)
	e.Announce(1)
	if !e.WakeOne(0) {
		t.Fatal("waiter 0 is not announced")
	}
	e.Cancel(0)
	if e.Waiting() != 0 {
		t.Fatal("waiter 1 was not woken instead")
	}
	e.Sleep(1)

	e.Announce(0)
	e.Cancel(0)
	if e.Waiting() != 0 || e.Wake(1) != 0 {
		t.Fatal("a cancelled waiter is still announced")
	}
}

// TestNoLostWakeup is a queue of permits: producers add work and wake one, consumers take
// work and sleep by the protocol. A lost wake-up hangs the test.
func TestNoLostWakeup(t *testing.T) {
	for _, consumers := range []int{1, 2, 5, 70} {
		const total = 20_000
		e := NewEventcount(consumers)
		var work, taken atomic.Int64
		var stop atomic.Bool
		take := func() bool {
			for {
				n := work.Load()
				if n == 0 {
					return false
				}
				if work.CompareAndSwap(n, n-1) {
					taken.Add(1)
					return true
				}
			}
		}
		var wg sync.WaitGroup
		for i := range consumers {
			wg.Go(func() {
				for !stop.Load() {
					if take() {
						continue
					}
					e.Announce(i)
					if work.Load() > 0 || stop.Load() {
						e.Cancel(i)
						continue
					}
					e.Sleep(i)
				}
			})
		}
		for range 2 {
			wg.Go(func() {
				for k := range total / 2 {
					work.Add(1)
					e.Wake(1)
					if k%64 == 0 { // let them fall asleep
						for taken.Load() < int64(k) {
							runtime.Gosched()
						}
					}
				}
			})
		}
		for taken.Load() < total {
			runtime.Gosched()
		}
		stop.Store(true)
		e.Wake(consumers)
		wg.Wait()
		if work.Load() != 0 {
			t.Fatalf("%d consumers: %d left over", consumers, work.Load())
		}
	}
}

func BenchmarkWakeNobody(b *testing.B) {
	e := NewEventcount(16)
	for b.Loop() {
		e.Wake(1)
	}
}
