package cholesky

import (
	"context"
	"sync"
)

// goroutines is what one writes in Go without a library: a goroutine for every tile of a phase, no
// more at work than the runtime has workers, and a WaitGroup to end the phase.
func goroutines(ctx context.Context, p *Problem) error {
	working := make(chan struct{}, p.Runtime.Workers())
	for k := range p.Tiles() {
		if err := p.begin(ctx, k); err != nil {
			return err
		}
		var phase sync.WaitGroup
		start := func(f func()) {
			phase.Go(func() {
				working <- struct{}{}
				f()
				<-working
			})
		}
		for i := k + 1; i < p.Tiles(); i++ {
			start(func() { p.Trsm(i, k) })
		}
		phase.Wait()
		for i := k + 1; i < p.Tiles(); i++ {
			for j := k + 1; j <= i; j++ {
				start(func() { p.Update(i, j, k) })
			}
		}
		phase.Wait()
	}
	return nil
}
