package deque

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// starts are first indexes: ordinary, about to leave 32 bits, about to wrap.
var starts = []int64{0, 1<<31 - 3, 1<<32 - 3, math.MaxInt64 - 3, -3}

func startingAt[T any](i int64) *Deque[T] {
	d := &Deque[T]{tail: i, seen: i}
	d.top.Store(i)
	d.bottom.Store(i)
	return d
}

func numbers(n int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = i
	}
	return v
}

func TestSmoke(t *testing.T) {
	for _, start := range starts {
		d := startingAt[int](start)
		v := numbers(4)
		if d.Pop() != nil || d.Steal() != nil || d.Len() != 0 {
			t.Fatalf("start %d: a new deque is not empty", start)
		}
		for i := range v {
			d.Push(&v[i])
		}
		if d.Len() != 4 || d.Private() != 0 {
			t.Fatalf("start %d: Len %d Private %d after 4 pushes", start, d.Len(), d.Private())
		}
		for i, want := range []struct {
			got  *int
			want int
		}{{d.Steal(), 0}, {d.Pop(), 3}, {d.Steal(), 1}, {d.Pop(), 2}} {
			if want.got == nil || *want.got != want.want {
				t.Fatalf("start %d: step %d: got %v, want %d", start, i, want.got, want.want)
			}
		}
		if d.Pop() != nil || d.Steal() != nil {
			t.Fatalf("start %d: not empty at the end", start)
		}
	}
}

func TestZeroValue(t *testing.T) {
	var d Deque[int]
	if d.Len() != 0 || d.Private() != 0 || d.Expose(3) != 0 || d.Pop() != nil || d.Steal() != nil {
		t.Fatal("the zero value is not an empty deque")
	}
}

func TestPrivateIsInvisible(t *testing.T) {
	var d Deque[int]
	v := numbers(10)
	for i := range v {
		d.Add(&v[i])
	}
	if d.Len() != 0 || d.Private() != 10 || d.Steal() != nil {
		t.Fatal("a thief sees private elements")
	}
	if n := d.Expose(3); n != 3 || d.Len() != 3 || d.Private() != 7 {
		t.Fatalf("Expose(3) = %d, Len %d, Private %d", n, d.Len(), d.Private())
	}
	if x := d.Pop(); *x != 9 {
		t.Fatalf("Pop = %d, want the youngest private element 9", *x)
	}
	if n := d.Expose(100); n != 6 {
		t.Fatalf("Expose(100) = %d, want the 6 left", n)
	}
	for want := range 9 {
		if x := d.Steal(); x == nil || *x != want {
			t.Fatalf("Steal = %v, want %d", x, want)
		}
	}
}

func TestStealBatchTakesHalf(t *testing.T) {
	var d Deque[int]
	v := numbers(9)
	for i := range v {
		d.Push(&v[i])
	}
	buf := make([]*int, 16)
	for _, want := range []int{5, 2, 1, 1, 0} {
		if n := d.StealBatch(buf); n != want {
			t.Fatalf("StealBatch took %d, want %d", n, want)
		}
	}
	for i := range v {
		d.Push(&v[i])
	}
	if n := d.StealBatch(buf[:2]); n != 2 || *buf[0] != 0 || *buf[1] != 1 {
		t.Fatalf("StealBatch into 2 took %d: %v", n, buf[:2])
	}
}

func TestGrowKeepsOrder(t *testing.T) {
	for _, start := range starts {
		d := startingAt[int](start)
		v := numbers(5 * firstCap)
		next := 0 // the oldest not yet stolen
		for i := range v {
			d.Push(&v[i])
			if i%3 == 0 {
				if x := d.Steal(); *x != next {
					t.Fatalf("start %d: stole %d, want %d", start, *x, next)
				}
				next++
			}
		}
		for i := len(v) - 1; i >= next; i-- {
			if x := d.Pop(); *x != i {
				t.Fatalf("start %d: popped %d, want %d", start, *x, i)
			}
		}
	}
}

// TestSPSC has one thief and an owner that only pushes: all arrive, in order.
func TestSPSC(t *testing.T) {
	for _, start := range starts {
		d := startingAt[int](start)
		v := numbers(50_000)
		done := make(chan int)
		go func() {
			got := 0
			for got < len(v) {
				x := d.Steal()
				if x == nil {
					runtime.Gosched()
					continue
				}
				if *x != got {
					break
				}
				got++
			}
			done <- got
		}()
		for i := range v {
			d.Push(&v[i])
		}
		if got := <-done; got != len(v) {
			t.Fatalf("start %d: element %d out of order", start, got)
		}
	}
}

// TestStampede lets many thieves loose on a full deque while the owner pops too.
func TestStampede(t *testing.T) {
	for _, start := range starts {
		d := startingAt[int](start)
		v := numbers(20_000)
		for i := range v {
			d.Push(&v[i])
		}
		c := newCount(len(v))
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for c.left.Load() > 0 {
					c.take(d.Steal())
				}
			})
		}
		for c.left.Load() > 0 {
			c.take(d.Pop())
		}
		wg.Wait()
		c.check(t)
	}
}

// TestStress mixes every operation at random; each element must be taken exactly once.
func TestStress(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for k, start := range starts {
		d := startingAt[int](start)
		v := numbers(60_000)
		c := newCount(len(v))
		var wg sync.WaitGroup
		for w := range 4 {
			wg.Go(func() {
				buf := make([]*int, 1+7*(w&1))
				for c.left.Load() > 0 {
					n := d.StealBatch(buf)
					for _, x := range buf[:n] {
						c.take(x)
					}
				}
			})
		}
		rnd := rand.New(rand.NewPCG(seed, uint64(k)))
		for i := 0; i < len(v); {
			for n := rnd.IntN(2 * firstCap); n > 0 && i < len(v); n-- {
				d.Add(&v[i])
				i++
				if rnd.IntN(4) == 0 {
					d.Expose(rnd.IntN(20))
				}
			}
			for n := rnd.IntN(2 * firstCap); n > 0; n-- {
				c.take(d.Pop())
			}
		}
		d.Expose(len(v))
		for c.left.Load() > 0 {
			c.take(d.Pop())
		}
		wg.Wait()
		c.check(t)
	}
}

// TestNoStarvation has the owner push one at a time and wait until somebody took it: a
// thief must always get it.
func TestNoStarvation(t *testing.T) {
	var d Deque[int]
	v := numbers(2000)
	c := newCount(len(v))
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for c.left.Load() > 0 {
				if x := d.Steal(); x != nil {
					c.take(x)
				} else {
					runtime.Gosched()
				}
			}
		})
	}
	for i := range v {
		d.Push(&v[i])
		for c.seen[i].Load() == 0 {
			runtime.Gosched()
		}
	}
	wg.Wait()
	c.check(t)
}

type count struct {
	left atomic.Int64
	seen []atomic.Int32
}

func newCount(n int) *count {
	c := &count{seen: make([]atomic.Int32, n)}
	c.left.Store(int64(n))
	return c
}

func (c *count) take(x *int) {
	if x != nil {
		c.seen[*x].Add(1)
		c.left.Add(-1)
	}
}

func (c *count) check(t *testing.T) {
	t.Helper()
	for i := range c.seen {
		if n := c.seen[i].Load(); n != 1 {
			t.Fatalf("element %d was taken %d times", i, n)
		}
	}
}

func BenchmarkAddPop(b *testing.B) {
	var d Deque[int]
	x := new(int)
	for b.Loop() {
		d.Add(x)
		d.Pop()
	}
}

func BenchmarkPushPop(b *testing.B) {
	var d Deque[int]
	x := new(int)
	for b.Loop() {
		d.Push(x)
		d.Pop()
	}
}

func BenchmarkPushSteal(b *testing.B) {
	var d Deque[int]
	x := new(int)
	for b.Loop() {
		d.Push(x)
		d.Steal()
	}
}
