package level3

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"heddle/blas"
	"heddle/dense"
	"heddle/lab"
)

// Spec says what to measure. The zero value measures every routine at 64, 256, 1024 and 4096
// with the kernels that the library chose.
type Spec struct {
	Routines []string      // of Routines; none: all
	Sizes    []int         // orders; none: 64, 256, 1024, 4096
	Kernels  []string      // of blas.Kernels, or "auto"; none: auto
	Reps     int           // 0: lab.DefaultReps, within Budget
	Budget   time.Duration // of one case; 0: no bound
	Seed     uint64
	Peak     func() float64 // FMA peak of one core in GFLOP/s; nil: none to compare with
}

// enough is how long the calls of one sample take together, so that the clock does not count.
const enough = 2 * time.Millisecond

// Run measures in session: routine by routine and size by size, the kernels that are to be
// compared interleaved. It returns an error for a name that is not known or a size that
// cannot be had, before anything is measured, and the cause of a cancelled ctx.
func (s Spec) Run(ctx context.Context, session *lab.Session) error {
	names, err := lab.Choose("routine", Routines(), lab.Or(s.Routines, []string{"all"}))
	if err != nil {
		return err
	}
	kernels, err := kernelNames(lab.Or(s.Kernels, []string{"auto"}))
	if err != nil {
		return err
	}
	sizes := lab.Or(s.Sizes, []int{64, 256, 1024, 4096})
	if err := fits(sizes); err != nil {
		return err
	}
	runtime.LockOSThread() // one thread, and as far as the system allows one core
	defer runtime.UnlockOSThread()
	plan := lab.Plan{Reps: s.Reps, Budget: s.Budget, Peak: s.Peak}
	for _, r := range routines {
		if !slices.Contains(names, r.name) {
			continue
		}
		for _, n := range sizes {
			cases, err := s.cases(r, n, kernels)
			if err != nil {
				return err
			}
			if err := session.Measure(ctx, plan, cases); err != nil {
				return err
			}
		}
	}
	return nil
}

// cases is one routine of one size, with each of the kernels.
func (s Spec) cases(r routine, n int, kernels []string) ([]lab.Case, error) {
	op, err := r.make(n, s.Seed)
	if err != nil {
		return nil, fmt.Errorf("%s of order %d: %w", r.name, n, err)
	}
	var cases []lab.Case
	for _, name := range kernels {
		t := &timer{op: op}
		cases = append(cases, lab.Case{
			Record: lab.Record{Experiment: "blas", Routine: r.name, Kernel: name, Workers: 1, N: n, Seed: s.Seed},
			Flops:  op.flops,
			Clock: func(ctx context.Context) (float64, error) {
				restore, err := blas.Select(name)
				if err != nil {
					return 0, err
				}
				defer restore()
				return t.sample(ctx)
			},
			Check: func() (float64, error) { return op.check(t.calls), nil },
		})
	}
	return cases, nil
}

// timer times calls of an operation in batches, restoring its operands between them.
type timer struct {
	op    *operation
	batch int // calls between two restorations, doubled until they last
	calls int // of the batch run last, on copy 0
}

// sample returns the seconds of one call.
func (t *timer) sample(ctx context.Context) (float64, error) {
	t.batch = max(t.batch, t.op.copies)
	var total time.Duration
	count := 0
	for total < enough && ctx.Err() == nil {
		d, err := t.timeBatch()
		if err != nil {
			return 0, err
		}
		total += d
		count += t.batch
		if t.op.again && d < enough/4 {
			t.batch *= 2
		}
	}
	return total.Seconds() / float64(max(1, count)), context.Cause(ctx)
}

func (t *timer) timeBatch() (time.Duration, error) {
	copies := t.op.copies
	for slot := range copies {
		t.op.restore(slot)
	}
	start := time.Now()
	for i := range t.batch {
		if err := t.op.call(i % copies); err != nil {
			return 0, err
		}
	}
	d := time.Since(start)
	t.calls = (t.batch + copies - 1) / copies
	return d, nil
}

// kernelNames resolves "auto" and refuses what this machine cannot run.
func kernelNames(asked []string) ([]string, error) {
	have := blas.Kernels()
	resolved := make([]string, len(asked))
	for i, name := range asked {
		if resolved[i] = name; name == "auto" {
			resolved[i] = have[0]
		}
	}
	return lab.Choose("kernel", have, resolved)
}

// fits refuses sizes that make no sense or whose operands, four matrices at most, cannot be had
// together.
func fits(sizes []int) error {
	for _, n := range sizes {
		if n < 1 {
			return lab.Refuse("a matrix of order %d: want 1 or more", n)
		}
		if _, err := dense.Bytes(n, n, 4*8); err != nil {
			return lab.TooLarge(fmt.Sprintf("n = %d is too large", n), err)
		}
		if err := dense.Fits(4*n, n, 8); err != nil {
			return lab.TooLarge(fmt.Sprintf("n = %d is too large, four matrices together", n), err)
		}
	}
	return nil
}
