package multisaxpy

import (
	"context"
	"fmt"

	"heddle/apps"
)

// Outcome compares y with that of the serial form, bit by bit, and with y + n a x computed at
// once, where that is exact.
func (p *problem) Outcome() apps.Outcome {
	o := apps.Outcome{Iterations: p.params.Iterations}
	sum := 0.0
	for _, v := range p.y {
		sum += float64(v)
	}
	o.Values = []apps.Value{{Name: "sum of y", Value: sum}}
	if p.want == nil {
		ref := &problem{params: p.params, x: p.x, y: make([]float32, len(p.y)), blocks: p.blocks}
		ref.Reset()
		if o.Err = ref.serial(context.Background()); o.Err != nil {
			return o
		}
		p.want = ref.y
	}
	exact := p.params.Iterations <= 65000
	for i, v := range p.y {
		if v != p.want[i] {
			o.Err = fmt.Errorf("y(%d) is %v, and %v in the serial form", i, v, p.want[i])
			return o
		}
		sum := float64(start(p.params.Seed, 1, i)) + float64(p.params.Iterations)*a*float64(p.x[i])
		if exact && float64(v) != sum {
			o.Err = fmt.Errorf("y(%d) is %v, and y + n a x is %v", i, v, sum)
			return o
		}
	}
	return o
}
