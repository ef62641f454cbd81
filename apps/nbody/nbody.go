// Package nbody moves n bodies by their gravity, all pairs, in blocks: the N-body benchmark of
// [TI] (see package apps).
//
// The force of body j on body i, with softening, and a time step (leapfrog: velocities are
// those of half a step before the positions) are
//
//	f(i,j) = m(i) m(j) (x(j) - x(i)) / (|x(j) - x(i)|² + e²)^(3/2)
//	v(i) += dt Σj f(i,j) / m(i)
//	x(i) += dt v(i)
//
// with e² = dt = 1/1024, a gravitational constant of 1, and at the start
//
//	x(i) = (u(0,i), u(1,i), u(2,i))
//	v(i) = (u(3,i) - 1/2, u(4,i) - 1/2, u(5,i) - 1/2) / 4
//	m(i) = (1/2 + u(6,i)) / n
//
// where u(r, i) = dense.Uniform(seed, r, i), which says there how it is computed.
//
// Each pair of bodies is looked at once: what is added to f(i) is subtracted from f(j), so the
// momentum changes by no more than the rounding of the sums.
package nbody

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/dense"
	"heddle/task"
)

const (
	dt        = 1.0 / 1024
	softening = 1.0 / 1024 // e²
)

// Program returns the program.
func Program() apps.Program {
	return apps.Program{
		Name:     "nbody",
		Doc:      "gravity between all pairs of n bodies, several time steps",
		Dims:     []string{"n"},
		BlockDoc: "bodies",
		Defaults: apps.Params{Size: []int{4096}, Block: 64, Iterations: 10},
		New: func(p apps.Params) (apps.Problem, error) {
			p, err := Program().Complete(p)
			if err != nil {
				return nil, err
			}
			return newProblem(p)
		},
	}
}

// problem is the bodies, in nb blocks. A block has two data: position stands for x and v,
// force for the sums of forces.
type problem struct {
	params          apps.Params
	nb              int
	all             []float64 // the blocks, one after the other
	blocks          []block
	position, force []task.Datum
	forces, inside  func(i, j, _ int) // forcesBetween and forcesInside, as values made once
	move            func(i, _, _ int) // moveBlock
	want            []float64         // all of the serial form, once computed
}

// block is a block of bodies: parts of problem.all.
type block struct {
	x, y, z, m, fx, fy, fz, vx, vy, vz []float64
}

// fields is the number of values of a body.
const fields = 10

func newProblem(p apps.Params) (*problem, error) {
	n := p.Size[0]
	p.Block = min(p.Block, n)
	nb := (n-1)/p.Block + 1
	if err := Program().Fits(p, float64(nb)*float64(nb)/2); err != nil {
		return nil, err
	}
	all, err := dense.Make[float64](nb, fields*p.Block)
	if err != nil {
		return nil, fmt.Errorf("nbody: n = %d: %w", n, err)
	}
	q := &problem{
		params: p, nb: nb, all: all.Data, blocks: make([]block, nb),
		position: make([]task.Datum, nb), force: make([]task.Datum, nb),
	}
	q.forces, q.inside, q.move = q.forcesBetween, q.forcesInside, q.moveBlock
	for b := range q.blocks {
		row, size := all.Row(b), min(p.Block, n-b*p.Block)
		part := func(f int) []float64 { return row[f*p.Block : f*p.Block+size] }
		q.blocks[b] = block{
			part(0), part(1), part(2), part(3), part(4), part(5), part(6), part(7), part(8), part(9),
		}
	}
	q.Reset()
	return q, nil
}

func (p *problem) Params() apps.Params { return p.params }

func (p *problem) Reset() {
	n := float64(p.params.Size[0])
	for b := range p.blocks {
		k := &p.blocks[b]
		for at := range k.x {
			u := func(row int) float64 { return dense.Uniform(p.params.Seed, row, b*p.params.Block+at) }
			k.x[at], k.y[at], k.z[at] = u(0), u(1), u(2)
			k.vx[at], k.vy[at], k.vz[at] = (u(3)-0.5)/4, (u(4)-0.5)/4, (u(5)-0.5)/4
			k.m[at] = (0.5 + u(6)) / n
			k.fx[at], k.fy[at], k.fz[at] = 0, 0, 0
		}
	}
}

func (p *problem) Run(ctx context.Context, rt *task.Runtime, f apps.Form) error {
	return apps.Runs{
		Serial: p.serial, WorkSharing: p.workSharing,
		Tasks: p.tasks, TaskCache: p.taskCache, TaskIter: p.taskIter,
	}.Run(ctx, rt, "nbody", f)
}

// Work: 20 flops for each of the n² forces, as the field counts them whether or not each pair
// is looked at once.
func (p *problem) Work() apps.Work {
	n, steps := float64(p.params.Size[0]), p.params.Iterations
	return apps.Work{
		Tasks: steps * (p.nb*(p.nb+1)/2 + p.nb),
		Flops: 20 * n * n * float64(steps),
		Bytes: 8 * fields * 2 * n * float64(steps),
	}
}
