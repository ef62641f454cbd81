package main

import "heddle/lab/cholesky"

// phases factors in steps of three phases, each started by start and over when wait returns; both
// belong to one phase.
func phases(p *cholesky.Problem, phase func() (start func(func()), wait func() error)) error {
	t := p.Tiles()
	for k := range t {
		if err := p.Potrf(k); err != nil {
			return err
		}
		start, wait := phase()
		for i := k + 1; i < t; i++ {
			start(func() { p.Trsm(i, k) })
		}
		if err := wait(); err != nil {
			return err
		}
		start, wait = phase()
		for i := k + 1; i < t; i++ {
			for j := k + 1; j <= i; j++ {
				start(func() { p.Update(i, j, k) })
			}
		}
		if err := wait(); err != nil {
			return err
		}
	}
	return nil
}
