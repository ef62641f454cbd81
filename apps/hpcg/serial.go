package hpcg

import "context"

// serial goes over the blocks in order.
func (p *problem) serial(ctx context.Context) error {
	p.each(0, p.start)
	p.norm(0, 0, 0)
	for p.more() {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.serialCycle(0)
		p.iterate()
	}
	return nil
}

// iterate is an iteration after z = M r.
func (p *problem) iterate() {
	p.findBeta(0, 0, 0)
	p.each(0, p.direct)
	p.each(0, p.multiply)
	p.findAlpha(0, 0, 0)
	p.each(0, p.update)
	p.norm(0, 0, 0)
}
