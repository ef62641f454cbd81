package main

import (
	"context"

	"github.com/alitto/pond/v2"

	"heddle/lab/cholesky"
)

func byPond(_ context.Context, p *cholesky.Problem) error {
	pool := pond.NewPool(p.Runtime.Workers())
	defer pool.StopAndWait()
	return phases(p, func() (func(func()), func() error) {
		group := pool.NewGroup()
		return func(f func()) { group.Submit(f) }, group.Wait
	})
}
