package gemm

import (
	"fmt"
	"sync"

	"heddle/blas"
	"heddle/dense"
	"heddle/task"
)

// Stats says what a product cost beside its time.
type Stats struct {
	// PackedBytes is the most that packed copies of operands took at a time, all workers together.
	PackedBytes int
}

// Multiply computes C = alpha*op(A)*op(B) + beta*C on the workers of rt, as blas.Gemm does on one,
// with the same rules and panics, and returns when C is complete. It may be called from any number
// of goroutines at once, from tasks and from members of teams. Small products stay on the
// caller. The result has the bits of blas.Gemm in every mode but NoCopy, whose sums are cut at
// other places; in each mode they do not depend on the number of workers. It panics with
// task.ErrClosed after rt.Close.
func Multiply[T dense.Float](rt *task.Runtime, mode Mode, ta, tb blas.Transpose, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) Stats {
	blas.CheckGemm(ta, tb, a, b, c) // before any team or task
	switch mode {
	case Malleable:
		return malleable(rt, ta, tb, alpha, a, b, beta, c)
	case Exclusive:
		return exclusive(rt, ta, tb, alpha, a, b, beta, c)
	case Composable, NoCopy:
		return composable(rt, mode == NoCopy, ta, tb, alpha, a, b, beta, c)
	}
	panic(fmt.Sprintf("gemm: Multiply: bad mode %d", mode))
}

func malleable[T dense.Float](rt *task.Runtime, ta, tb blas.Transpose, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) Stats {
	x := blas.NewJoint(ta, tb, alpha, a, b, beta, c)
	defer x.Release()
	if !x.Parallel() {
		x.Work(nil)
	} else {
		rt.Malleable(func(h *task.Helper) { x.Work(h.Leave) })
	}
	return Stats{x.PackedBytes()}
}

func exclusive[T dense.Float](rt *task.Runtime, ta, tb blas.Transpose, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) Stats {
	size := rt.Workers()
	if work(ta, a, c) <= teamWork {
		size = 1
	}
	pool := spaces[T]()
	space := pool.Get().(*blas.TeamSpace[T])
	defer pool.Put(space)
	rt.Team(size, func(m *task.Member) { blas.GemmTeam(m, space, ta, tb, alpha, a, b, beta, c) })
	return Stats{space.PackedBytes()}
}

// teamWork is how many multiply-adds are too few to ask for a team: it takes 3 to 40 us to gather.
const teamWork = 1 << 20

// work returns the multiply-adds of a product.
func work[T dense.Float](ta blas.Transpose, a, c dense.Matrix[T]) float64 {
	k := a.Cols
	if ta == blas.Trans {
		k = a.Rows
	}
	return float64(c.Rows) * float64(c.Cols) * float64(k)
}

// What teams share is kept for the next.
var (
	spaces64 = sync.Pool{New: func() any { return new(blas.TeamSpace[float64]) }}
	spaces32 = sync.Pool{New: func() any { return new(blas.TeamSpace[float32]) }}
)

func spaces[T dense.Float]() *sync.Pool {
	var zero T
	if _, single := any(zero).(float32); single {
		return &spaces32
	}
	return &spaces64
}
