package nbody

import "context"

// serial goes over the rounds of pairs and then moves the bodies.
func (p *problem) serial(ctx context.Context) error {
	for range p.params.Iterations {
		if err := ctx.Err(); err != nil {
			return err
		}
		for r := range p.nb {
			for k := range p.pairs(r) {
				i, j := p.pair(r, k)
				p.forcesBetween(i, j, 0)
			}
		}
		for b := range p.nb {
			p.moveBlock(b, 0, 0)
		}
	}
	return nil
}
