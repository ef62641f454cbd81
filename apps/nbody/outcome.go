package nbody

import (
	"context"
	"fmt"
	"math"

	"heddle/apps"
)

// Outcome compares all bodies with those of the serial form, bit by bit, and the momentum with
// that of the start. Each force is at most m(i) m(j) 2/(sqrt(27) e²), and the masses sum to 1,
// nearly; a sum of n forces is rounded n times at most, so steps of dt change the momentum by
// no more than drift below.
func (p *problem) Outcome() apps.Outcome {
	o := apps.Outcome{Iterations: p.params.Iterations}
	mx, my, mz, inertia := p.moments()
	start, err := newProblem(p.params)
	if err != nil {
		o.Err = err
		return o
	}
	sx, sy, sz, _ := start.moments()
	moved, most := math.Hypot(math.Hypot(mx-sx, my-sy), mz-sz), p.drift()
	o.Values = []apps.Value{{Name: "sum of m |x|²", Value: inertia}, {Name: "change of momentum", Value: moved}}
	if p.want == nil {
		if o.Err = start.serial(context.Background()); o.Err != nil {
			return o
		}
		p.want = start.all
	}
	if o.Err = p.differs(p.want); o.Err != nil {
		return o
	}
	if !(moved <= most) {
		o.Err = fmt.Errorf("the momentum has changed by %g: rounding explains %g", moved, most)
	}
	return o
}

// drift is how much rounding may change the momentum.
func (p *problem) drift() float64 {
	const eps = 0x1p-53
	n, steps := float64(p.params.Size[0]), float64(p.params.Iterations)
	forces := 2 / (math.Sqrt(27) * softening)
	return eps * n * (1 + 2*steps*dt*forces)
}

// moments returns the momentum and the sum of m |x|².
func (p *problem) moments() (mx, my, mz, inertia float64) {
	for b := range p.blocks {
		k := &p.blocks[b]
		for at, m := range k.m {
			mx += m * k.vx[at]
			my += m * k.vy[at]
			mz += m * k.vz[at]
			inertia += m * (k.x[at]*k.x[at] + k.y[at]*k.y[at] + k.z[at]*k.z[at])
		}
	}
	return mx, my, mz, inertia
}

// differs says which body is not as in want.
func (p *problem) differs(want []float64) error {
	for at, v := range p.all {
		if v != want[at] {
			block, rest := at/(fields*p.params.Block), at%(fields*p.params.Block)
			return fmt.Errorf("%s(%d) is %v, and %v in the serial form", name[rest/p.params.Block],
				block*p.params.Block+rest%p.params.Block, v, want[at])
		}
	}
	return nil
}

var name = [fields]string{"x", "y", "z", "m", "fx", "fy", "fz", "vx", "vy", "vz"}
