package multisaxpy

import "context"

// serial sweeps over the blocks in order.
func (p *problem) serial(ctx context.Context) error {
	for range p.params.Iterations {
		if err := ctx.Err(); err != nil {
			return err
		}
		for b := range p.blocks {
			p.axpyBlock(b, 0, 0)
		}
	}
	return nil
}
