// Package fwi is a proxy of acoustic full-waveform inversion in three dimensions, after the
// FWI mini-app that [TI] measures (see package apps): a wave is propagated forward from a source, what
// receivers hear is compared with observations, the difference is propagated backward, and the
// two fields are correlated. The result is the gradient of the misfit with respect to the
// logarithm of the squared wave speed.
//
// With k = (c dt/h)², L the 7-point Laplacian (the sum of the six neighbours less six times the
// cell itself; the field is 0 outside), q a source, R the receivers and d what they observed,
//
//	forward    u(t+1) = 2 u(t) - u(t-1) + k L u(t) + q(t)        u(0) = u(-1) = 0
//	residual   r(t)   = R u(t) - d(t)                            t = 1 ... T
//	backward   μ(t)   = 2 μ(t+1) - μ(t+2) + k L μ(t+1) + k Rᵀ r(t)    μ(T+1) = μ(T+2) = 0
//	gradient   g      = Σ μ(t+1) · L u(t)                        t = 0 ... T-1
//	misfit     J      = Σ |r(t)|² / 2
//
// The forward propagation stores a snapshot of L u(t) in every step: 8 bytes for each cell and
// step. μ is k times the adjoint field, which makes backward the same as forward; g is exactly
// the transpose of the linearised forward map, applied to r, up to rounding (born.go).
//
// Cells are (x, y, z) with 1 <= x <= nx and so on; x runs fastest. With s(i, n) = i/(n+1),
//
//	k      = 1/10 + s(z, nz)/10                                  the model, for the gradient
//	k*     = k (1 + b(x, nx) b(y, ny) b(z, nz) / 4)              the truth, for the observations
//	b(i,n) = 4 s(i,n) (1 - s(i,n))
//	q(t)   = (1 - 2 a) exp(-a) at the source, a = (π (t - 24) / 16)²
//
// The source is at (⌈nx/2⌉, ⌈ny/2⌉, max(1, ⌊(nz+1)/4⌋)). A receiver is at z = 1 wherever
// x mod 4 = y mod 4 = 1. The seed is for a check only.
package fwi

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/dense"
	"heddle/task"
)

// Program returns the program. An iteration is two time steps, since u(t) takes the place of
// u(t-2): even and odd steps are two fields, and in two steps each is written once.
func Program() apps.Program {
	return apps.Program{
		Name:     "fwi",
		Doc:      "acoustic full-waveform inversion in 3-D: forward, backward, gradient; two time steps an iteration",
		Dims:     []string{"nx", "ny", "nz"},
		BlockDoc: "planes in y and in z of a block",
		Defaults: apps.Params{Size: []int{64, 64, 64}, Block: 8, Iterations: 60},
		New: func(p apps.Params) (apps.Problem, error) {
			p, err := Program().Complete(p)
			if err != nil {
				return nil, err
			}
			q, err := newProblem(p)
			if err != nil {
				return nil, err
			}
			q.observe()
			return q, nil
		},
	}
}

// problem is the fields. All have a border of one cell of zeros, and the same layout: cell
// (x, y, z) is at z*plane + y*row + x.
type problem struct {
	params        apps.Params
	nx, ny, nz    int
	row, plane    int
	steps         int                   // T, twice the iterations
	by, bz        int                   // blocks in y and z
	k             []float64             // k(x,y,z)
	u, mu         [2][]float64          // of even and odd steps
	gradient      []float64             // g
	snapshots     dense.Matrix[float64] // row t is L u(t)
	wavelet       []float64             // q(t)
	observed      dense.Matrix[float64] // row t-1 is d(t)
	residual      dense.Matrix[float64] // row t-1 is r(t)
	blocks        []block               // block (j, l) of y and z is at l*by + j
	uData, muData [2][]task.Datum       // of the blocks of u and mu, with a border that nobody writes
	ahead, back   [2]func(j, l, _ int)  // forwardBlock and backwardBlock for even and odd steps, made once
	want          *results              // of the serial form, once computed
}

// block is rows y0 <= y < y1 of planes z0 <= z < z1, and the work it has done.
type block struct {
	y0, y1, z0, z1 int
	source         int        // where the source is, or 0: not in this block
	receivers      []receiver // in this block
	forward        int        // steps of u: u(forward) is there
	backward       int        // step of mu: mu(backward) is there; steps+1 at first
}

// receiver number no is at cell at.
type receiver struct{ at, no int }

func newProblem(p apps.Params) (*problem, error) {
	nx, ny, nz := p.Size[0], p.Size[1], p.Size[2]
	p.Block = min(p.Block, max(ny, nz))
	if p.Iterations > 1<<29 {
		return nil, fmt.Errorf("fwi: %d iterations, want at most 2^29", p.Iterations)
	}
	q := &problem{
		params: p, nx: nx, ny: ny, nz: nz, row: nx + 2, plane: (nx + 2) * (ny + 2),
		steps: 2 * p.Iterations, by: (ny-1)/p.Block + 1, bz: (nz-1)/p.Block + 1,
	}
	if err := Program().Fits(p, 2*float64(q.by)*float64(q.bz)); err != nil {
		return nil, err
	}
	if err := q.allocate(); err != nil {
		return nil, fmt.Errorf("fwi: nx, ny, nz = %d, %d, %d and %d iterations: %w", nx, ny, nz, p.Iterations, err)
	}
	for odd := range 2 {
		q.uData[odd] = make([]task.Datum, (q.by+2)*(q.bz+2))
		q.muData[odd] = make([]task.Datum, (q.by+2)*(q.bz+2))
		q.ahead[odd] = func(j, l, _ int) { q.forwardBlock(odd, j, l) }
		q.back[odd] = func(j, l, _ int) { q.backwardBlock(odd, j, l) }
	}
	q.place()
	return q, nil
}

// allocate makes the fields, if there is memory for them: the snapshots take nearly all.
func (p *problem) allocate() error {
	cells := p.plane * (p.nz + 2)
	fields, err := dense.Make[float64](6, cells)
	if err != nil {
		return err
	}
	if p.snapshots, err = dense.Make[float64](p.steps, cells); err != nil {
		return err
	}
	p.u = [2][]float64{fields.Row(0), fields.Row(1)}
	p.mu = [2][]float64{fields.Row(2), fields.Row(3)}
	p.k, p.gradient = fields.Row(4), fields.Row(5)
	return nil
}

func (p *problem) Params() apps.Params { return p.params }

func (p *problem) Reset() {
	for _, f := range [][]float64{p.u[0], p.u[1], p.mu[0], p.mu[1], p.gradient, p.snapshots.Data, p.residual.Data} {
		clear(f)
	}
	for b := range p.blocks {
		p.blocks[b].forward, p.blocks[b].backward = 0, p.steps+1
	}
}

func (p *problem) Run(ctx context.Context, rt *task.Runtime, f apps.Form) error {
	return apps.Runs{
		Serial: p.serial, WorkSharing: p.workSharing,
		Tasks: p.tasks, TaskCache: p.taskCache, TaskIter: p.taskIter,
	}.Run(ctx, rt, "fwi", f)
}

// Work: forward 11 flops and 5 values a cell and step, backward 13 and 7.
func (p *problem) Work() apps.Work {
	cells := float64(p.nx) * float64(p.ny) * float64(p.nz) * float64(p.steps)
	return apps.Work{Tasks: 2 * p.by * p.bz * p.steps, Flops: 24 * cells, Bytes: 96 * cells}
}
