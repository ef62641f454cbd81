package fwi

import "context"

// serial propagates forward and then backward.
func (p *problem) serial(ctx context.Context) error {
	if err := p.propagate(ctx); err != nil {
		return err
	}
	return p.correlate(ctx)
}

// propagate computes all steps of u, the snapshots and the residuals.
func (p *problem) propagate(ctx context.Context) error { return p.sweeps(ctx, p.ahead) }

// correlate computes all steps of mu and the gradient.
func (p *problem) correlate(ctx context.Context) error {
	return p.sweeps(ctx, [2]func(j, l, _ int){p.back[1], p.back[0]})
}

// sweeps goes over all blocks in each step; f is for even and odd steps.
func (p *problem) sweeps(ctx context.Context, f [2]func(j, l, _ int)) error {
	for range p.params.Iterations {
		if err := ctx.Err(); err != nil {
			return err
		}
		for odd := range f {
			for l := range p.bz {
				for j := range p.by {
					f[odd](j, l, 0)
				}
			}
		}
	}
	return nil
}
