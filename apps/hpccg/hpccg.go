// Package hpccg solves a sparse linear system by conjugate gradients: HPCCG 1.0 of the
// Mantevo suite, one of the benchmarks of [TI] section VI.
//
// The matrix A is that of the 27-point operator on nx x ny x nz points, x fastest: 27 on the
// diagonal and -1 for each neighbour that is in the grid. The system is A x = b with
//
//	b(i) = 27 - (neighbours of point i)
//	x(i) = 0   at the start
//
// so that the solution is 1 everywhere. An iteration is that of HPCCG:
//
//	rr = r·r,  beta = rr / (rr of the last iteration), 0 in the first
//	p = r + beta p
//	q = A p
//	alpha = rr / p·q
//	x = x + alpha p,  r = r - alpha q
//
// after r = b - A x, once. HPCCG counts iterations from 1, and the residual of an iteration is
// |r| before its update; so Outcome.Residuals begins with |r| at the start twice, for
// "iteration 0" and for iteration 1, and on 32 x 32 x 32 points it is 813.855, 6.24995 in
// iteration 15 and 0.00163788 in iteration 30, the digits that HPCCG prints.
//
// Sums are taken over each block, and then over the blocks in order, by all forms: all bits
// are the same, whatever the form and however many workers. Other blocks may give other last
// bits.
package hpccg

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/apps/stencil"
	"heddle/task"
)

// Program returns the program.
func Program() apps.Program {
	return apps.Program{
		Name:     "hpccg",
		Doc:      "conjugate gradients on the 27-point operator of Mantevo HPCCG",
		Dims:     []string{"nx", "ny", "nz"},
		BlockDoc: "lines of nx points",
		Defaults: apps.Params{Size: []int{64, 64, 64}, Block: 64, Iterations: 50},
		New:      newProblem,
	}
}

// problem is the system and the vectors of the method, and what stands for their blocks.
type problem struct {
	params        apps.Params
	a             *stencil.Matrix
	cut           *stencil.Cut
	b, x, r, p, q stencil.Vector

	// Set by the task that computes them, read by others when the data below allow.
	rrs, pqs    []float64 // r·r and p·q of each block
	rr          float64   // r·r
	alpha, beta float64
	residuals   []float64 // from iteration 0 on

	dr, dp, dq    []task.Datum // of the blocks of r (and x and rrs), p, and q (and pqs)
	dalpha, dbeta task.Datum   // of alpha, and of beta and rr
	near          [][]int      // blocks of p that q's need
	kernels                    // methods as values, made once
	want          *result      // of the serial form, once computed
}

func newProblem(p apps.Params) (apps.Problem, error) {
	p, err := Program().Complete(p)
	if err != nil {
		return nil, err
	}
	nx, ny, nz := p.Size[0], p.Size[1], p.Size[2]
	p.Block = min(p.Block, ny*nz)
	a, err := stencil.Laplace27(nx, ny, nz, 27)
	if err != nil {
		return nil, fmt.Errorf("hpccg: nx, ny, nz = %d, %d, %d: %w", nx, ny, nz, err)
	}
	q := &problem{params: p, a: a, cut: stencil.Rows(ny, nz, p.Block)}
	q.b, q.x, q.r, q.p, q.q = a.NewVector(), a.NewVector(), a.NewVector(), a.NewVector(), a.NewVector()
	blocks := len(q.cut.Blocks)
	q.rrs, q.pqs = make([]float64, blocks), make([]float64, blocks)
	q.dr, q.dp, q.dq = make([]task.Datum, blocks), make([]task.Datum, blocks), make([]task.Datum, blocks)
	q.near = make([][]int, blocks)
	for b := range q.near {
		q.near[b] = q.cut.Near(b)
	}
	q.kernels = kernels{q.start, q.sumR, q.direct, q.multiply, q.sumP, q.update}
	a.RowSums(q.b)
	q.Reset()
	return q, nil
}

func (p *problem) Params() apps.Params { return p.params }

// Reset: Run computes everything but x anew.
func (p *problem) Reset() { p.x.Zero() }

func (p *problem) Run(ctx context.Context, rt *task.Runtime, f apps.Form) error {
	p.residuals = make([]float64, 0, min(p.params.Iterations, 1<<16)+1)
	p.p.Zero()
	return apps.Runs{
		Serial: p.serial, WorkSharing: p.workSharing,
		Tasks: p.tasks, TaskCache: p.taskCache, TaskIter: p.taskIter,
	}.Run(ctx, rt, "hpccg", f)
}

// Work counts flops as HPCCG does, two products and three updates of vectors an iteration, but
// for the entries of A, which HPCCG takes for 27 in every row. The start is not counted.
// Of vectors, an iteration reads r, p; the diagonal, p; p, x, q, r; and writes p; q; x, r.
func (p *problem) Work() apps.Work {
	sweeps, n, blocks := float64(p.params.Iterations), float64(p.a.Rows), len(p.cut.Blocks)
	below, above := p.a.Bytes()
	return apps.Work{
		Tasks: blocks + p.params.Iterations*(3*blocks+2),
		Flops: sweeps * (2*float64(p.a.NNZ) + 10*n),
		Bytes: sweeps * (float64(below+above) + 12*8*n),
	}
}
