package machine

import (
	"runtime"
	"time"

	"heddle/internal/kernel"
	"heddle/task"
)

// window is how long one look at the peak takes, and windows how many are taken: the best
// counts, since everything that disturbs makes it lower.
const (
	window  = time.Millisecond
	windows = 4
)

// steps is the vector instructions between two looks at the clock: tens of microseconds.
const steps = 100_000

// CorePeak returns the GFLOP/s that the calling goroutine reaches with fused multiply-adds on
// float64 registers alone, with the best instructions that the machine has: the limit of
// every kernel. It takes about 4 ms.
func CorePeak() float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	best := 0.0
	for range windows {
		best = max(best, fmaRate())
	}
	return best
}

// fmaRate measures the FMA rate of one window, in GFLOP/s.
func fmaRate() float64 {
	peak := kernel.Rows64()[0].Peak
	flops := 0
	start := time.Now()
	for time.Since(start) < window {
		flops += peak(steps)
	}
	return float64(flops) / float64(time.Since(start).Nanoseconds())
}

// Peak returns the GFLOP/s of all workers of rt together, each running what CorePeak runs at
// the same time. It takes about 4 ms.
func Peak(rt *task.Runtime) float64 {
	return together(rt, fmaRate, windows)
}

// together lets the workers of rt measure a rate at the same time, several times, and returns the
// largest sum. Of more workers than run at once only so many take part: the others would wait, and
// then say what each of them reaches alone.
func together(rt *task.Runtime, rate func() float64, times int) float64 {
	workers := min(rt.Workers(), runtime.GOMAXPROCS(0), runtime.NumCPU())
	sums := make([][]float64, workers)
	rt.Team(workers, func(m *task.Member) {
		for range times {
			m.Barrier()
			sums[m.Rank()] = append(sums[m.Rank()], rate())
		}
	})
	best := 0.0
	for i := range times {
		sum := 0.0
		for _, s := range sums {
			sum += s[i]
		}
		best = max(best, sum)
	}
	return best
}
