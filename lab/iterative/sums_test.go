package iterative

import (
	"context"
	"errors"
	"fmt"

	"heddle/apps"
	"heddle/task"
)

// sums is a program of the tests: it adds 1 to each of a few cells, again and again, and has
// the sum that is still to come as its residual.
var sums = apps.Program{
	Name: "sums", Doc: "adds 1 to every cell", Dims: []string{"rows", "columns"}, BlockDoc: "cells",
	Defaults: defaults,
	New:      func(p apps.Params) (apps.Problem, error) { return newSums(p) },
}

var defaults = apps.Params{Size: []int{4, 6}, Block: 3, Iterations: 5}

// broken is sums with a wrong result in every parallel form.
var broken = apps.Program{
	Name: "broken", Doc: "adds 2", Defaults: defaults, Dims: []string{"rows", "columns"}, BlockDoc: "cells",
	New: func(p apps.Params) (apps.Problem, error) {
		s, err := newSums(p)
		if err == nil {
			s.(*sumsProblem).wrong = true
		}
		return s, err
	},
}

type sumsProblem struct {
	params apps.Params
	cells  []int
	data   []task.Datum
	wrong  bool
	forms  []string // that were run, with the runtime's number of workers
}

func newSums(p apps.Params) (apps.Problem, error) {
	p, err := apps.Program{Name: "sums", Dims: []string{"rows", "columns"}, Defaults: defaults}.Complete(p)
	if err != nil {
		return nil, err
	}
	n := p.Size[0] * p.Size[1]
	if p.Block > n {
		return nil, fmt.Errorf("sums: a block of %d cells: want %d at most", p.Block, n)
	}
	return &sumsProblem{params: p, cells: make([]int, n), data: make([]task.Datum, (n+p.Block-1)/p.Block)}, nil
}

func (p *sumsProblem) Params() apps.Params { return p.params }
func (p *sumsProblem) Reset()              { clear(p.cells) }

func (p *sumsProblem) block(b int) {
	for i := b * p.params.Block; i < min((b+1)*p.params.Block, len(p.cells)); i++ {
		p.cells[i]++
	}
}

func (p *sumsProblem) step(s *task.Scope) {
	for b := range p.data {
		s.Go(func() { p.block(b) }, p.data[b].InOut())
	}
}

func (p *sumsProblem) Run(ctx context.Context, rt *task.Runtime, f apps.Form) error {
	n := p.params.Iterations
	if f == apps.Serial {
		for range n {
			for b := range p.data {
				p.block(b)
			}
		}
		return nil
	}
	if p.wrong {
		p.cells[0]++
	}
	p.forms = append(p.forms, fmt.Sprint(f, rt.Workers()))
	switch f {
	case apps.WorkSharing:
		for range n {
			rt.For(0, len(p.data), task.Static(0), func(lo, hi int) {
				for b := lo; b < hi; b++ {
					p.block(b)
				}
			})
		}
		return nil
	case apps.TaskCache:
		g := task.Record(p.step)
		for range n {
			if err := g.Run(ctx, rt); err != nil {
				return err
			}
		}
		return nil
	case apps.TaskIter:
		return rt.Run(ctx, func(s *task.Scope) { s.Iterate(n, p.step) })
	case apps.Tasks:
		return rt.Run(ctx, func(s *task.Scope) {
			for range n {
				p.step(s)
			}
		})
	}
	return errors.New("unknown form")
}

func (p *sumsProblem) Outcome() apps.Outcome {
	n := p.params.Iterations
	o := apps.Outcome{Iterations: n, Values: []apps.Value{{Name: "cells", Value: float64(len(p.cells)), Unit: "cells"}}}
	for i := range n + 1 {
		o.Residuals = append(o.Residuals, float64(n-i))
	}
	for i, c := range p.cells {
		if c != n {
			o.Err = fmt.Errorf("cell %d is %d after %d iterations", i, c, n)
			break
		}
	}
	return o
}

func (p *sumsProblem) Work() apps.Work {
	n := p.params.Iterations
	return apps.Work{Tasks: len(p.data) * n, Flops: float64(len(p.cells) * n)}
}
