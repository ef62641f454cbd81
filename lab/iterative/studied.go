package iterative

import "heddle/apps"

// studied says how a program is measured where nobody says otherwise: small enough that all
// variants and blocks of a study end in seconds, and in the caches, where scheduling shows. The
// smallest blocks make 50 to 400 thousand tasks, which take OpenMP up to half a second.
type studied struct {
	size       []int
	iterations int
	least      int                  // the smallest block
	factor     int                  // from one block to the next
	most       func(size []int) int // the largest block: a few tasks an iteration
}

// study has a row for each program of the table, and is empty for others.
var study = map[string]studied{
	"multisaxpy": {[]int{1 << 16}, 800, 128, 4, func(n []int) int { return n[0] / 2 }},
	"heat":       {[]int{256, 256}, 100, 4, 2, func(n []int) int { return min(n[0], n[1]) / 2 }},
	"nbody":      {[]int{512}, 10, 2, 2, func(n []int) int { return n[0] / 4 }},
	"hpccg":      {[]int{16, 24, 24}, 50, 1, 2, func(n []int) int { return n[1] * n[2] / 2 }},
	"fwi":        {[]int{16, 24, 24}, 80, 1, 2, func(n []int) int { return min(n[1], n[2]) / 2 }},
	"hpcg":       {[]int{16, 48, 48}, 10, 1, 2, func(n []int) int { return min(n[1], n[2]) / 2 }},
	"hpcg-while": {[]int{16, 48, 48}, 50, 1, 2, func(n []int) int { return min(n[1], n[2]) / 2 }},
	"heat-while": {[]int{256, 256}, 200, 4, 2, func(n []int) int { return min(n[0], n[1]) / 2 }},
}

// params returns the parameters of all cases of program p, one for each block, the smallest
// first. Fields that asked leaves empty are those of the study, or the program's defaults.
func (s Spec) params(p apps.Program) ([]apps.Params, error) {
	row, known := study[p.Name]
	asked := apps.Params{Size: sized(p, s.Size), Iterations: s.Iterations, Seed: s.Seed}
	if len(asked.Size) == 0 {
		asked.Size = row.size
	}
	if asked.Iterations == 0 {
		asked.Iterations = row.iterations
	}
	asked, err := p.Complete(asked)
	if err != nil {
		return nil, refused(p, err)
	}
	blocks := s.Blocks
	if len(blocks) == 0 {
		blocks = []int{asked.Block}
		if known {
			blocks = between(row.least, max(row.least, row.most(asked.Size)), row.factor)
		}
	}
	var all []apps.Params
	for _, b := range blocks {
		one := asked
		one.Block = b
		if one, err = p.Complete(one); err != nil {
			return nil, refused(p, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// between returns least, least*factor, ... and most at the end, with at least a factor between
// neighbours.
func between(least, most, factor int) []int {
	var all []int
	for b := least; b*factor <= most; b *= factor {
		all = append(all, b)
	}
	return append(all, most)
}
