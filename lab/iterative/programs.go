package iterative

import (
	"slices"

	"heddle/apps"
	"heddle/apps/fwi"
	"heddle/apps/heat"
	"heddle/apps/hpccg"
	"heddle/apps/hpcg"
	"heddle/apps/multisaxpy"
	"heddle/apps/nbody"
	"heddle/lab"
)

// programs is the table of example programs, in the order of the paper's study.
var programs = []apps.Program{
	multisaxpy.Program(),
	heat.Program(),
	heat.While(),
	nbody.Program(),
	fwi.Program(),
	hpccg.Program(),
	hpcg.Program(),
	hpcg.While(),
}

// Programs returns the example programs.
func Programs() []apps.Program { return slices.Clone(programs) }

// choose returns the programs of table that names ask for, as lab.Choose does.
func choose(table []apps.Program, names []string) ([]apps.Program, error) {
	known := make([]string, len(table))
	row := make(map[string]apps.Program, len(table))
	for i, p := range table {
		known[i], row[p.Name] = p.Name, p
	}
	chosen, err := lab.Choose("program", known, names)
	if err != nil {
		return nil, err
	}
	out := make([]apps.Program, len(chosen))
	for i, name := range chosen {
		out[i] = row[name]
	}
	return out, nil
}

// sized returns size with one number for each dimension of p: a single number stands for all.
// Whether any other makes sense is for the program to say.
func sized(p apps.Program, size []int) []int {
	if len(size) != 1 {
		return size
	}
	all := make([]int, len(p.Dims))
	for i := range all {
		all[i] = size[0]
	}
	return all
}
