package reproduce

import (
	"fmt"
	"slices"

	"heddle/lab"
	"heddle/lab/cholesky"
	"heddle/lab/machine"
	"heddle/lab/openblas"
	"heddle/lab/peers"
)

// Libraries are the kernels that heddle's variants can run on, the default first.
var Libraries = []string{"heddle", "openblas"}

// Arithmetics returns the kernels that names of Libraries, or "all", ask for; nil stands for
// heddle's own. It returns an *lab.SpecError where one is not installed.
func Arithmetics(names []string) ([]cholesky.Arithmetic, error) {
	chosen, err := lab.Choose("arithmetic", Libraries, names)
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

// available is Arithmetics without those that are not installed, which the session is told.
func available(session *lab.Session, names []string) ([]cholesky.Arithmetic, error) {
	chosen, err := lab.Choose("arithmetic", Libraries, lab.Or(names, Libraries[:1]))
	if err != nil {
		return nil, err
	}
	var out []cholesky.Arithmetic
	for _, name := range chosen {
		some, err := Arithmetics([]string{name})
		if err != nil {
			session.Remark("%v", err)
			continue
		}
		out = append(out, some...)
	}
	return out, nil
}
