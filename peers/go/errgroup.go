package main

import (
	"context"

	"golang.org/x/sync/errgroup"

	"heddle/lab/cholesky"
)

func byErrGroup(_ context.Context, p *cholesky.Problem) error {
	return phases(p, func() (func(func()), func() error) {
		var group errgroup.Group
		group.SetLimit(p.Runtime.Workers())
		return func(f func()) { group.Go(func() error { f(); return nil }) }, group.Wait
	})
}
