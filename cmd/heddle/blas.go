package main

import (
	"fmt"
	"slices"

	"heddle/lab"
	"heddle/lab/cholesky"
	"heddle/lab/machine"
	"heddle/lab/openblas"
	"heddle/lab/peers"
)

// libraries are the arithmetics that heddle's variants can run on.
var libraries = []string{"heddle", "openblas"}

// arithmetics returns those that names ask for; nil stands for heddle's own.
func arithmetics(names []string) ([]cholesky.Arithmetic, error) {
	chosen, err := lab.Choose("arithmetic", libraries, names)
	if err != nil {
		return nil, err
	}
	var out []cholesky.Arithmetic
	for _, name := range chosen {
		if name == "heddle" {
			out = append(out, nil)
			continue
		}
		path, err := peers.Host{}.OpenBLAS()
		if err != nil {
			return nil, lab.Refuse("--blas openblas: not installed: %v", err)
		}
		// An OpenBLAS older than the processor falls back on kernels that are far older.
		coretype := ""
		if slices.Contains(machine.Detect().Kernels, "avx512") {
			coretype = "SkylakeX"
		}
		library, err := openblas.Open(path, coretype)
		if err != nil {
			return nil, fmt.Errorf("--blas openblas: %w", err)
		}
		out = append(out, library)
	}
	return out, nil
}
