package cholesky

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// errGroup is goroutines with golang.org/x/sync/errgroup, whose limit stops the loop from starting
// more goroutines than there are workers.
func errGroup(ctx context.Context, p *Problem) error {
	for k := range p.Tiles() {
		if err := p.begin(ctx, k); err != nil {
			return err
		}
		if err := p.phase(ctx, func(start func(func())) {
			for i := k + 1; i < p.Tiles(); i++ {
				start(func() { p.Trsm(i, k) })
			}
		}); err != nil {
			return err
		}
		if err := p.phase(ctx, func(start func(func())) {
			for i := k + 1; i < p.Tiles(); i++ {
				for j := k + 1; j <= i; j++ {
					start(func() { p.Update(i, j, k) })
				}
			}
		}); err != nil {
			return err
		}
	}
	return nil
}

// phase runs everything that body starts in one group and waits for it.
func (p *Problem) phase(ctx context.Context, body func(start func(func()))) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(p.Runtime.Workers())
	body(func(f func()) {
		g.Go(func() error {
			f()
			return context.Cause(ctx)
		})
	})
	return g.Wait()
}
