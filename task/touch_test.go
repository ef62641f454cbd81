package task

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
)

// TestFirstTouchIsMake: elements are zero, as many as asked for, of every kind and size, on
// runtimes of every sort.
func TestFirstTouchIsMake(t *testing.T) {
	for _, cfg := range []Config{{Workers: 1}, {Workers: 3}, {Workers: 2, Pin: PinSpread}, {Workers: 3, CPUs: Nodes()[0].CPUs[:1]},
		{Workers: 8, Pin: PinSpread, machine: fakeMachine(1, 0, 1, 2, 5)}} {
		rt := New(cfg)
		for _, n := range []int{0, 1, 511, 512, 513, 1000, 1 << 16, 1<<18 + 7} {
			x := FirstTouch[float64](rt, n)
			if len(x) != n {
				t.Errorf("%d elements, want %d", len(x), n)
			}
			for i := range x {
				if x[i] != 0 {
					t.Fatalf("%d elements: x[%d] = %v", n, i, x[i])
				}
				x[i] = 1 // whoever gets this memory next must not see it
			}
			if s := FirstTouch[struct{}](rt, n); len(s) != n {
				t.Errorf("%d elements without size, want %d", len(s), n)
			}
		}
		rt.Close()
	}
	if p := catch(func() { FirstTouch[int](Default(), -1) }); p == nil {
		t.Error("FirstTouch of -1 elements did not panic")
	}
}

// TestSettleClearsAndNoMore settles pieces of a slice at random places: they become zero, and
// the rest of their pages stays.
func TestSettleClearsAndNoMore(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	rt := New(Config{Workers: 2, Pin: PinClose})
	defer rt.Close()
	x := make([]int32, 1<<18)
	for range 50 {
		for i := range x {
			x[i] = int32(i) + 1
		}
		lo := rng.IntN(len(x))
		hi := lo + rng.IntN(len(x)-lo+1)
		Settle(rt, x[lo:hi])
		for i, v := range x {
			want := int32(i) + 1
			if lo <= i && i < hi {
				want = 0
			}
			if v != want {
				t.Fatalf("[%d,%d) settled: x[%d] = %d, want %d", lo, hi, i, v, want)
			}
		}
	}
}

// TestSettlePointers settles what the collector looks at, while it does.
func TestSettlePointers(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	x := FirstTouch[*[4]int](rt, 1<<14)
	for round := range 20 {
		for i := range x {
			x[i] = &[4]int{round, i}
		}
		keep := x[round]
		Settle(rt, x)
		for i, p := range x {
			if p != nil {
				t.Fatalf("x[%d] is not nil", i)
			}
		}
		if *keep != [4]int{round, round} {
			t.Fatalf("what an element pointed to has become %v", *keep)
		}
	}
	close(stop)
	<-stopped
}

func TestNumeric(t *testing.T) {
	type particle struct {
		_, _ [3]float64
		_    uint32
	}
	for typ, want := range map[reflect.Type]bool{
		reflect.TypeFor[float32]():    true,
		reflect.TypeFor[complex128](): true,
		reflect.TypeFor[bool]():       true,
		reflect.TypeFor[particle]():   true,
		reflect.TypeFor[*int]():       false,
		reflect.TypeFor[string]():     false,
		reflect.TypeFor[[]int]():      false,
		reflect.TypeFor[any]():        false,
		reflect.TypeFor[[2]struct {
			a int
			b func()
		}](): false,
		reflect.TypeFor[struct {
			p particle
			m map[int]int
		}](): false,
	} {
		if numeric(typ) != want {
			t.Errorf("numeric(%v) = %v", typ, !want)
		}
	}
}

func BenchmarkFirstTouch(b *testing.B) {
	rt := New(Config{Workers: 2, Pin: PinClose})
	defer rt.Close()
	for _, n := range []int{1 << 10, 1 << 17, 1 << 23} {
		x := make([]float64, n)
		b.Run(fmt.Sprintf("how=clear/KiB=%d", n/128), func(b *testing.B) {
			for b.Loop() {
				clear(x)
			}
		})
		b.Run(fmt.Sprintf("how=settle/KiB=%d", n/128), func(b *testing.B) {
			for b.Loop() {
				Settle(rt, x)
			}
		})
	}
}
