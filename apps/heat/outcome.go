package heat

import (
	"context"
	"fmt"
	"math"

	"heddle/apps"
)

// Outcome compares u with that of the serial form, bit by bit.
func (p *problem) Outcome() apps.Outcome {
	o := apps.Outcome{Iterations: p.params.Iterations, Values: p.values()}
	if p.want == nil {
		g, err := newGrid(Program(), p.params)
		if err == nil {
			err = (&problem{grid: g}).serial(context.Background())
		}
		if err != nil {
			o.Err = err
			return o
		}
		p.want = g.u.Data
	}
	o.Err = p.differs(p.want)
	return o
}

// differs says where u is not want.
func (g *grid) differs(want []float64) error {
	for k, v := range g.u.Data {
		if v != want[k] {
			return fmt.Errorf("u(%d,%d) is %v, and %v in the serial form", k/g.u.Stride, k%g.u.Stride, v, want[k])
		}
	}
	return nil
}

// values describes u: its sum over the inside (the checksum for other languages), the sum of
// the squares by which it misses the equation, and how far it is from where it goes.
func (g *grid) values() []apps.Value {
	sum, residual, far := 0.0, 0.0, 0.0
	for i := 1; i <= g.nx; i++ {
		up, r, down := g.u.Row(i-1), g.u.Row(i), g.u.Row(i+1)
		for j := 1; j <= g.ny; j++ {
			sum += r[j]
			d := (up[j]+r[j+1]+down[j]+r[j-1])*0.25 - r[j]
			residual += d * d
			far = max(far, math.Abs(r[j]-g.steady(i, j)))
		}
	}
	return []apps.Value{{Name: "sum of u", Value: sum}, {Name: "residual", Value: residual}, {Name: "farthest from steady", Value: far}}
}
