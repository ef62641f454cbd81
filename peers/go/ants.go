package main

import (
	"context"
	"errors"
	"sync"

	"github.com/panjf2000/ants/v2"

	"heddle/lab/cholesky"
)

func byAnts(_ context.Context, p *cholesky.Problem) error {
	pool, err := ants.NewPool(p.Runtime.Workers())
	if err != nil {
		return err
	}
	defer pool.Release()
	return phases(p, func() (func(func()), func() error) {
		var running sync.WaitGroup
		var failed error
		start := func(f func()) {
			running.Add(1)
			err := pool.Submit(func() {
				defer running.Done()
				f()
			})
			if err != nil {
				running.Done()
				failed = errors.Join(failed, err)
			}
		}
		return start, func() error { running.Wait(); return failed }
	})
}
