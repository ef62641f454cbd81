package main

import (
	"context"

	"github.com/sourcegraph/conc/pool"

	"heddle/lab/cholesky"
)

func byConc(_ context.Context, p *cholesky.Problem) error {
	return phases(p, func() (func(func()), func() error) {
		crew := pool.New().WithMaxGoroutines(p.Runtime.Workers())
		return crew.Go, func() error { crew.Wait(); return nil }
	})
}
