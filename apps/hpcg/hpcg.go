// Package hpcg solves a sparse linear system by conjugate gradients with a multigrid
// preconditioner: HPCG 3.1, the High Performance Conjugate Gradients benchmark, and one of the
// benchmarks of [TI] section VI.
//
// The matrix A is that of the 27-point operator on nx x ny x nz points, x fastest: 26 on the
// diagonal and -1 for each neighbour that is in the grid. The system is A x = b with
//
//	b(i) = 26 - (neighbours of point i)
//	x(i) = 0   at the start
//
// so that the solution is 1 everywhere. After r = b - A x, an iteration is
//
//	z = M r                    the multigrid cycle, below
//	beta = r·z / (r·z of the last iteration), 0 in the first
//	p = z + beta p
//	q = A p
//	alpha = r·z / p·q
//	x = x + alpha p,  r = r - alpha q
//	residual = |r| / |r of the start|
//
// M has four levels, each with the same operator on a grid of half as many points in each
// direction, those with even coordinates:
//
//	z = M r:  z = 0; sweep forwards and backwards
//	          rc(i) = (r - A z)(the point of i)
//	          zc = M rc, for the next level
//	          z(the point of i) = that + zc(i)
//	          sweep forwards and backwards
//
// with only the first line on the last level. A sweep is one of Gauss-Seidel: for each point,
// in ascending order forwards and in descending order backwards, z(i) is replaced such that
// equation i of A z = r holds.
//
// Outcome.Residuals are the scaled residuals from iteration 0, where it is 1. On 32 x 32 x 32
// points they are 0.183273 in iteration 1, 0.033451 in 5 and 9.42444e-05 in 10, as for the
// reference code, since all forms sweep in an order that gives its result. Sums are taken over
// each block, and then over the blocks in order, by all forms: all bits are the same, whatever
// the form and however many workers. Other blocks may give other last bits.
//
// README.md beside the code says what the benchmark's rules allow and what of it is used.
package hpcg

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/apps/stencil"
	"heddle/task"
)

// Program returns the program that computes a given number of iterations.
func Program() apps.Program {
	return apps.Program{
		Name:     "hpcg",
		Doc:      "conjugate gradients with a multigrid preconditioner: HPCG 3.1",
		Dims:     []string{"nx", "ny", "nz"},
		BlockDoc: "lines of nx points of a block, in y and in z",
		Defaults: apps.Params{Size: []int{64, 64, 64}, Block: 8, Iterations: 50},
		New: func(p apps.Params) (apps.Problem, error) {
			q, err := newProblem(Program(), p, 0)
			if err != nil {
				return nil, err
			}
			return q, nil
		},
	}
}

// problem is the system and the vectors of the method, and what stands for their blocks.
type problem struct {
	name       string
	params     apps.Params
	tolerance  float64  // of the residual, which ends the iteration; 0: none
	levels     []*level // r and z of the method are r and x of the finest, the first
	tail       int      // the first level that one task does, with all below
	b, x, p, q stencil.Vector

	// Set by the task that computes them, read by others when the data below allow.
	rzs, pqs, rrs []float64 // r·z, p·q and r·r of each block
	rz            float64   // r·z
	alpha, beta   float64
	norm0         float64   // |r| at the start
	residuals     []float64 // from iteration 0 on

	dp, dq               []task.Datum // of the blocks of p, and of q (and pqs)
	dalpha, dbeta, dnorm task.Datum   // of alpha, of beta and rz, and of residuals

	kernels
	want   *result // of the serial form, once computed
	checks *checks // of the benchmark, once made
}

func newProblem(g apps.Program, p apps.Params, tolerance float64) (*problem, error) {
	p, err := g.Complete(p)
	if err != nil {
		return nil, err
	}
	for i, n := range p.Size {
		if n%(1<<(levels-1)) != 0 {
			return nil, fmt.Errorf("%s: %s is %d, want a multiple of %d: the grid is halved %d times", g.Name, g.Dims[i], n, 1<<(levels-1), levels-1)
		}
	}
	nx, ny, nz := p.Size[0], p.Size[1], p.Size[2]
	p.Block = min(p.Block, max(ny, nz))
	all, err := newLevels(nx, ny, nz, p.Block)
	if err != nil {
		return nil, fmt.Errorf("%s: nx, ny, nz = %d, %d, %d: %w", g.Name, nx, ny, nz, err)
	}
	q := &problem{name: g.Name, params: p, tolerance: tolerance, levels: all, tail: 1}
	for q.tail < levels-1 && len(all[q.tail].cut.Blocks) > 1 {
		q.tail++
	}
	a, blocks := all[0].a, len(all[0].cut.Blocks)
	q.b, q.x, q.p, q.q = a.NewVector(), a.NewVector(), a.NewVector(), a.NewVector()
	q.rzs, q.pqs, q.rrs = make([]float64, blocks), make([]float64, blocks), make([]float64, blocks)
	q.dp, q.dq = make([]task.Datum, blocks), make([]task.Datum, blocks)
	q.kernels = newKernels(q)
	a.RowSums(q.b)
	return q, nil
}

func (p *problem) Params() apps.Params { return p.params }

// Reset: Run computes everything but x anew.
func (p *problem) Reset() { p.x.Zero() }

func (p *problem) Run(ctx context.Context, rt *task.Runtime, f apps.Form) error {
	p.restart()
	return apps.Runs{
		Serial: p.serial, WorkSharing: p.workSharing,
		Tasks: p.tasks, TaskCache: p.taskCache, TaskIter: p.taskIter,
	}.Run(ctx, rt, p.name, f)
}

// restart forgets the last run, but for x.
func (p *problem) restart() {
	p.residuals = make([]float64, 0, min(p.params.Iterations, 1<<16)+1)
	p.rz = 0
	p.p.Zero()
}

// more reports whether there is to be another iteration.
func (p *problem) more() bool {
	k := len(p.residuals) - 1
	return k < p.params.Iterations && (p.tolerance == 0 || p.residuals[k] > p.tolerance*(1+1e-6))
}
