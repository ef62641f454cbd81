package cholesky

import (
	"context"

	"heddle/task"
)

// futureSync starts a future for every tile of a phase and waits for all of them.
func futureSync(ctx context.Context, p *Problem) error {
	return p.Runtime.Run(ctx, func(s *task.Scope) {
		var phase []handle
		for k := range p.Tiles() {
			phase = append(phase[:0], p.asyncPotrf(s, k))
			if !all(phase) {
				return
			}
			phase = phase[:0]
			for i := k + 1; i < p.Tiles(); i++ {
				phase = append(phase, p.asyncTrsm(s, i, k))
			}
			if !all(phase) {
				return
			}
			phase = phase[:0]
			for i := k + 1; i < p.Tiles(); i++ {
				for j := k + 1; j <= i; j++ {
					phase = append(phase, p.asyncUpdate(s, i, j, k))
				}
			}
			if !all(phase) {
				return
			}
		}
	})
}

// all waits for the given futures, and reports whether all of them are there: if not, the scope
// has the error.
func all(phase []handle) bool {
	for _, h := range phase {
		if _, err := h.Get(); err != nil {
			return false
		}
	}
	return true
}
