package heat

import "context"

// serial sweeps over the blocks, row by row.
func (p *problem) serial(ctx context.Context) error {
	for range p.params.Iterations {
		if err := ctx.Err(); err != nil {
			return err
		}
		for bi := range p.bx {
			for bj := range p.by {
				p.sweepBlock(bi, bj, 0)
			}
		}
	}
	return nil
}
