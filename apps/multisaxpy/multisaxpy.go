// Package multisaxpy computes y += a x, again and again, on blocks of two long vectors of
// float32: the Multisaxpy benchmark of [TI] (see package apps).
//
// Nothing is left to schedule but chains that never meet, one for each block: the same block
// of y in one iteration after the other. With a barrier, all blocks of an iteration are read
// from memory before the next iteration comes; with taskiter a chain may run ahead while its
// block is in cache.
//
// The data are multiples of 1/256 in [-1, 1), so that products and sums are exact, with fused
// multiply-add or without, as long as |y| < 2^15 (65000 iterations):
//
//	a = 1/2
//	x(i) = floor(512 u(0, i)) / 256 - 1
//	y(i) = floor(512 u(1, i)) / 256 - 1        before the first iteration
//
// where u(r, i) = dense.Uniform(seed, r, i), which says there how it is computed.
package multisaxpy

import (
	"context"
	"fmt"
	"math"

	"heddle/apps"
	"heddle/dense"
	"heddle/task"
)

const a = 0.5

// Program returns the program.
func Program() apps.Program {
	return apps.Program{
		Name:     "multisaxpy",
		Doc:      "y += a x over blocks of two vectors of float32, n times",
		Dims:     []string{"n"},
		BlockDoc: "elements of the vectors",
		Defaults: apps.Params{Size: []int{1 << 22}, Block: 1 << 14, Iterations: 100},
		New:      newProblem,
	}
}

// problem is the two vectors, and what stands for their blocks.
type problem struct {
	params apps.Params
	x, y   []float32
	blocks int
	data   []task.Datum      // of the blocks of y; nobody writes x
	axpy   func(b, _, _ int) // axpyBlock, as a value made once
	want   []float32         // y of the serial form, once computed
}

func newProblem(p apps.Params) (apps.Problem, error) {
	p, err := Program().Complete(p)
	if err != nil {
		return nil, err
	}
	n := p.Size[0]
	p.Block = min(p.Block, n)
	blocks := (n-1)/p.Block + 1
	if err := Program().Fits(p, float64(blocks)); err != nil {
		return nil, err
	}
	m, err := dense.Make[float32](2, n)
	if err != nil {
		return nil, fmt.Errorf("multisaxpy: n = %d: %w", n, err)
	}
	q := &problem{params: p, x: m.Row(0), y: m.Row(1), blocks: blocks}
	q.data = make([]task.Datum, q.blocks)
	q.axpy = q.axpyBlock
	for i := range q.x {
		q.x[i] = start(p.Seed, 0, i)
	}
	q.Reset()
	return q, nil
}

// start is element i of x (row 0) and of y before the first iteration (row 1).
func start(seed uint64, row, i int) float32 {
	return float32(math.Floor(512*dense.Uniform(seed, row, i))/256 - 1)
}

func (p *problem) Params() apps.Params { return p.params }

func (p *problem) Reset() {
	for i := range p.y {
		p.y[i] = start(p.params.Seed, 1, i)
	}
}

func (p *problem) Run(ctx context.Context, rt *task.Runtime, f apps.Form) error {
	return apps.Runs{
		Serial: p.serial, WorkSharing: p.workSharing,
		Tasks: p.tasks, TaskCache: p.taskCache, TaskIter: p.taskIter,
	}.Run(ctx, rt, "multisaxpy", f)
}

// Work: 2 flops an element; x and y are read and y is written.
func (p *problem) Work() apps.Work {
	sweeps, n := float64(p.params.Iterations), float64(p.params.Size[0])
	return apps.Work{Tasks: p.params.Iterations * p.blocks, Flops: 2 * n * sweeps, Bytes: 12 * n * sweeps}
}
