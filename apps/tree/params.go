package tree

import (
	"cmp"
	"fmt"
	"math"

	"heddle/dense"
)

// Params says what tree to make. Zero fields take the defaults.
type Params struct {
	Levels int     // 8: the root is level 0, level l has 2^l fronts
	Order  int     // 1536: mean order of the root's front
	Growth float64 // 1.5: how many times larger a front is than its children, in the mean
	Spread float64 // 0.3: orders within a level differ by up to this part of the mean
	Seed   uint64
}

// Full is the tree for machines with many cores: 12 GiB of fronts, 10^12 flops.
func Full() Params { return Params{Levels: 8, Order: 12288, Growth: 1.5, Spread: 0.3} }

const (
	leastOrder = 8  // of a front
	mostLevels = 20 // 2^20 fronts
)

// complete fills in defaults, or says what makes no sense.
func (p Params) complete() (Params, error) {
	p.Levels = cmp.Or(p.Levels, 8)
	p.Order = cmp.Or(p.Order, 1536)
	p.Growth = cmp.Or(p.Growth, 1.5)
	p.Spread = cmp.Or(p.Spread, 0.3)
	switch {
	case p.Levels < 1 || p.Levels > mostLevels:
		return p, fmt.Errorf("tree: %d levels: want 1 to %d", p.Levels, mostLevels)
	case p.Order < leastOrder:
		return p, fmt.Errorf("tree: order %d of the root: want %d or more", p.Order, leastOrder)
	case !(p.Growth >= 1 && p.Growth <= 4):
		return p, fmt.Errorf("tree: growth %g: want 1 to 4", p.Growth)
	case !(p.Spread >= 0 && p.Spread < 1):
		return p, fmt.Errorf("tree: spread %g: want 0 to 1, less than 1", p.Spread)
	}
	if err := dense.Fits(p.most(), 1, 8); err != nil {
		return p, fmt.Errorf("tree: all fronts of %d levels, the root's of order %d, together: %w", p.Levels, p.Order, err)
	}
	return p, nil
}

// most returns a bound of the elements of all fronts, or what no machine has.
func (p Params) most() int {
	sum := 0.0
	for level := range p.Levels {
		for i := range 1 << level {
			n := float64(p.order(level, i))
			sum += n * n
		}
	}
	return int(min(sum, math.MaxInt/2))
}

// order returns that of front i of a level.
func (p Params) order(level, i int) int {
	if level == 0 {
		return p.Order
	}
	mean := float64(p.Order) / math.Pow(p.Growth, float64(level))
	u := 2*dense.Uniform(p.Seed, level, i) - 1
	return max(leastOrder, int(math.Round(mean*(1+p.Spread*u))))
}
