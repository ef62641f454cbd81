package products

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"heddle/dense"
	"heddle/gemm"
	"heddle/lab"
	"heddle/lab/peers"
	"heddle/task"
)

// Spec says what to measure. The zero value measures every mode in float64 at 1000 and 2048 on
// GOMAXPROCS workers.
type Spec struct {
	Modes   []string // of Modes, or patterns; none: all
	DTypes  []string // f64, f32; none: f64
	Sizes   []int    // orders of square products; none, without Shapes: 1000, 2048
	Shapes  []Shape  // other products
	Workers []int    // none: GOMAXPROCS
	Against []string // openblas, or nothing
	Pin     task.Pin
	Reps    int           // 0: lab.DefaultReps
	Budget  time.Duration // of one case; 0: no bound
	// Patience bounds the time of one table; 0: no bound.
	Patience time.Duration
	Seed     uint64
	// Peak measures the FMA peak of a runtime's workers in GFLOP/s of float64; nil: none.
	Peak  func(*task.Runtime) float64
	Peers peers.Builder // of the rival
}

// Modes lists the names that Spec.Modes may hold: those of package gemm, and the products of an
// operand that is packed beforehand, in which that is not timed.
func Modes() []string {
	var names []string
	for _, m := range gemm.Modes() {
		names = append(names, m.String())
	}
	return append(names, prepacked)
}

const prepacked = "prepacked"

// DTypes lists the element types by the names that flags and records give them.
func DTypes() []string { return []string{"f64", "f32"} }

// Against lists the rivals.
func Against() []string { return []string{"openblas"} }

// Run measures in session: a table for each shape, type and number of workers, the modes and the
// rival interleaved. It returns an error for a name that is not known or a size that cannot be
// had, before anything is measured, and the cause of a cancelled ctx.
func (s Spec) Run(ctx context.Context, session *lab.Session) error {
	var err error
	if s.Modes, err = lab.Choose("mode", Modes(), lab.Or(s.Modes, []string{"all"})); err != nil {
		return err
	}
	if s.DTypes, err = lab.Choose("type", DTypes(), lab.Or(s.DTypes, []string{"f64"})); err != nil {
		return err
	}
	if len(s.Against) > 0 {
		if s.Against, err = lab.Choose("rival", Against(), s.Against); err != nil {
			return err
		}
	}
	shapes := s.shapes()
	if err := fits(shapes, len(s.Against) > 0); err != nil {
		return err
	}
	var fleet *peers.Fleet
	if len(s.Against) > 0 {
		if fleet, err = s.Peers.Muster(ctx, session, "lapacke"); err != nil {
			return err
		}
	}
	for _, workers := range lab.Or(s.Workers, []int{runtime.GOMAXPROCS(0)}) {
		rt := task.New(task.Config{Workers: workers, Pin: s.Pin})
		err := s.on(ctx, session, rt, fleet, shapes)
		if err := rt.Close(); err != nil {
			return err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// on measures everything on one runtime.
func (s Spec) on(ctx context.Context, session *lab.Session, rt *task.Runtime, fleet *peers.Fleet, shapes []Shape) error {
	for _, dtype := range s.DTypes {
		for _, shape := range shapes {
			t := trial{Spec: s, rt: rt, shape: shape, dtype: dtype}
			if err := t.run(ctx, session, fleet); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s Spec) shapes() []Shape {
	shapes := slices.Clone(s.Shapes)
	sizes := s.Sizes
	if len(sizes) == 0 && len(shapes) == 0 {
		sizes = []int{1000, 2048}
	}
	for _, n := range sizes {
		shapes = append(shapes, Shape{M: n, N: n, K: n})
	}
	return shapes
}

// fits refuses shapes that make no sense or whose operands cannot be had together, a packed one, the
// vectors of the check and those of a rival among them.
func fits(shapes []Shape, rival bool) error {
	for _, s := range shapes {
		if s.M < 1 || s.N < 1 || s.K < 1 {
			return lab.Refuse("a product of %v: want 1 or more in each dimension", s)
		}
		for _, d := range [][2]int{{s.M, s.K}, {s.K, s.N}, {s.M, s.N}} {
			if _, err := dense.Bytes(d[0], d[1], 3*8); err != nil {
				return lab.TooLarge(fmt.Sprintf("%v is too large", s), err)
			}
		}
		m, n, k := float64(s.M), float64(s.N), float64(s.K)
		operands := m*k + k*n + m*n
		all := operands + m*k + 2*(m+n+k)
		if rival {
			all += operands
		}
		if err := dense.Fits(int(min(all, math.MaxInt/2)), 1, 8); err != nil {
			return lab.TooLarge(fmt.Sprintf("%v is too large, all operands together", s), err)
		}
	}
	return nil
}

// trial is one table: a shape and a type on one runtime.
type trial struct {
	Spec
	rt    *task.Runtime
	shape Shape
	dtype string
}

func (t trial) run(ctx context.Context, session *lab.Session, fleet *peers.Fleet) error {
	var cases []lab.Case
	var err error
	peak := t.Peak
	if t.dtype == "f32" {
		cases, err = casesOf[float32](t)
	} else {
		cases, err = casesOf[float64](t)
	}
	if err != nil {
		return err
	}
	if fleet != nil {
		if err := fleet.Report(session, t.rivalRecord()); err != nil {
			return err
		}
		cases = append(cases, t.rivals(ctx, session, fleet)...)
		defer fleet.Close()
	}
	plan := lab.Plan{Reps: t.Reps, Budget: t.Budget, Patience: t.Patience}
	if peak != nil {
		plan.Peak = func() float64 {
			if t.dtype == "f32" {
				return 2 * peak(t.rt) // vectors hold twice as many
			}
			return peak(t.rt)
		}
	}
	return session.Measure(ctx, plan, cases)
}

// record is what all cases of the table have in common.
func (t trial) record(variant string) lab.Record {
	r := lab.Record{Experiment: "gemm", Routine: "gemm", Variant: variant, DType: t.dtype, Workers: t.rt.Workers(), Pin: lab.PinName(t.Pin), Seed: t.Seed}
	if s := t.shape; s.square() {
		r.N = s.N
	} else {
		r.Size = []int{s.M, s.N, s.K}
		r.Form = s.transposes()
	}
	return r
}

// rivalRecord is that of threaded OpenBLAS.
func (t trial) rivalRecord() lab.Record {
	r := t.record("threads")
	r.Runtime = "openblas"
	return r
}

func (t trial) rivals(ctx context.Context, session *lab.Session, fleet *peers.Fleet) []lab.Case {
	return fleet.Gemm(ctx, session, t.rivalRecord(), peers.Multiplication{
		M: t.shape.M, N: t.shape.N, K: t.shape.K, TransA: t.shape.TransA, TransB: t.shape.TransB, Single: t.dtype == "f32",
		Threads: t.rt.Workers(), Pin: lab.PinName(t.Pin), Seed: t.Seed,
	})
}
