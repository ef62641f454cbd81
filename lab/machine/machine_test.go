package machine

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"heddle/blas"
	"heddle/lab"
	"heddle/task"
)

func TestDetect(t *testing.T) {
	f := Detect()
	if f.Cores < 1 || f.Threads < f.Cores || f.Packages < 1 || f.Nodes < 1 || f.GOMAXPROCS < 1 || f.GoVersion == "" {
		t.Errorf("facts %+v", f)
	}
	if !slices.Equal(f.Kernels, blas.Kernels()) {
		t.Errorf("kernels %v, blas has %v", f.Kernels, blas.Kernels())
	}
}

func TestStamp(t *testing.T) {
	var r lab.Record
	Stamp(&r)
	if r.CPU != Detect().CPU || r.GoVersion != Detect().GoVersion {
		t.Errorf("record %+v", r)
	}
}

func TestPeakAndTriadMeasureAllWorkers(t *testing.T) {
	if p := CorePeak(); !(p > 0) {
		t.Errorf("peak of one core %v GFLOP/s", p)
	}
	for _, workers := range []int{1, 2, 3} {
		rt := task.New(task.Config{Workers: workers})
		if p := Peak(rt); !(p > 0) {
			t.Errorf("%d workers: peak %v GFLOP/s", workers, p)
		}
		for _, elements := range []int{2, 10_000} { // fewer than workers, and some
			if b := Triad(rt, elements); !(b > 0) {
				t.Errorf("%d workers, %d elements: triad %v GB/s", workers, elements, b)
			}
		}
		rt.Close()
	}
}

// together adds up what the members say, window by window, and takes the best window.
func TestTogether(t *testing.T) {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	calls := make(chan float64, 6)
	for range 6 {
		calls <- 1
	}
	if sum := together(rt, func() float64 { return <-calls }, 3); sum != 2 {
		t.Errorf("two members that say 1 make %v, want 2", sum)
	}
	if len(calls) != 0 {
		t.Errorf("%d of 6 calls were not made", len(calls))
	}
}

// Workers beyond those that run at once take no part.
func TestTogetherOfMany(t *testing.T) {
	rt := task.New(task.Config{Workers: 50})
	defer rt.Close()
	most := float64(min(50, runtime.GOMAXPROCS(0), runtime.NumCPU()))
	if sum := together(rt, func() float64 { return 1 }, 1); sum != most {
		t.Errorf("sum %v, want %v", sum, most)
	}
}

func TestTriad(t *testing.T) {
	s := newStream(5)
	s.triad(3)
	for i, a := range s.a {
		if a != 3.5 {
			t.Errorf("a[%d] = %v, want 2 + 3*0.5", i, a)
		}
	}
}

func TestLimitsStopWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var kept lab.Collect
	l := Limits{Workers: []int{1}, elements: 1000}
	if err := l.Run(ctx, &lab.Session{Sink: &kept}); err == nil || len(kept.Records) > 0 {
		t.Errorf("%v with %d records, want the context's error and none", err, len(kept.Records))
	}
	if err := l.Run(context.Background(), &lab.Session{Sink: &kept}); err != nil || len(kept.Records) < 10 {
		t.Errorf("%v with %d records", err, len(kept.Records))
	}
}

func TestTriadElements(t *testing.T) {
	for l3, mib := range map[int]int{0: 32, 8 << 20: 32, 48 << 20: 64, 300 << 20: 128} {
		if got := triadElements(l3) * 8 >> 20; got != mib {
			t.Errorf("L3 of %d bytes: arrays of %d MiB, want %d", l3, got, mib)
		}
	}
}
