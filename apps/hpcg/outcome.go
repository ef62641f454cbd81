package hpcg

import (
	"context"
	"fmt"
	"math"
	"slices"

	"heddle/apps"
)

// result is what a run leaves behind.
type result struct {
	residuals, x []float64
}

// Outcome compares all residuals and x with those of the serial form, bit by bit, and makes
// the benchmark's own checks, once.
func (p *problem) Outcome() apps.Outcome {
	o := apps.Outcome{Iterations: max(0, len(p.residuals)-1), Residuals: p.residuals}
	worst := 0.0
	for _, x := range p.x.Rows {
		worst = max(worst, math.Abs(x-1))
	}
	if p.want == nil {
		got := result{p.residuals, slices.Clone(p.x.Rows)}
		p.checks = p.check()
		p.Reset()
		o.Err = p.Run(context.Background(), nil, apps.Serial)
		p.want = &result{p.residuals, slices.Clone(p.x.Rows)}
		p.residuals = got.residuals
		copy(p.x.Rows, got.x)
	}
	o.Values = []apps.Value{
		{Name: "largest error of x", Value: worst},
		{Name: "iterations without preconditioner, large diagonal", Value: float64(p.checks.plain)},
		{Name: "iterations with preconditioner, large diagonal", Value: float64(p.checks.preconditioned)},
		{Name: "departure from symmetry, A", Value: p.checks.spmv},
		{Name: "departure from symmetry, multigrid", Value: p.checks.mg},
	}
	if o.Err == nil {
		o.Err = p.checks.err()
	}
	if o.Err == nil {
		o.Err = p.differs(p.want)
	}
	return o
}

// differs says where the results are not want.
func (p *problem) differs(want *result) error {
	if len(p.residuals) != len(want.residuals) {
		return fmt.Errorf("stopped after %d iterations, and after %d in the serial form", len(p.residuals)-1, len(want.residuals)-1)
	}
	for k, r := range p.residuals {
		if math.Float64bits(r) != math.Float64bits(want.residuals[k]) {
			return fmt.Errorf("the residual of iteration %d is %v, and %v in the serial form", k, r, want.residuals[k])
		}
	}
	for i, x := range p.x.Rows {
		if math.Float64bits(x) != math.Float64bits(want.x[i]) {
			return fmt.Errorf("x(%d) is %v, and %v in the serial form", i, x, want.x[i])
		}
	}
	return nil
}
