package hpccg

import "context"

// serial goes over the blocks in order.
func (p *problem) serial(ctx context.Context) error {
	blocks := len(p.cut.Blocks)
	for b := range blocks {
		p.start(b, 0, 0)
	}
	for range p.params.Iterations {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.sumR(0, 0, 0)
		for b := range blocks {
			p.direct(b, 0, 0)
		}
		for b := range blocks {
			p.multiply(b, 0, 0)
		}
		p.sumP(0, 0, 0)
		for b := range blocks {
			p.update(b, 0, 0)
		}
	}
	return nil
}
