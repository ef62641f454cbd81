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

// tuned is an OpenBLAS as cholesky wants it.
type tuned struct{ *openblas.Tuned }

func (t tuned) ForTile(nb int) cholesky.Arithmetic { return t.Tuned.ForTile(nb) }

// Arithmetics returns the kernels that names of Libraries, or "all", ask for; nil stands for
// heddle's own. It returns an *lab.SpecError where one is not installed.
func Arithmetics(names []string) ([]cholesky.Library, error) {
	chosen, err := lab.Choose("arithmetic", Libraries, names)
	if err != nil {
		return nil, err
	}
	var out []cholesky.Library
	for _, name := range chosen {
		if name == "heddle" {
			out = append(out, nil)
			continue
		}
		path, err := peers.Host{}.OpenBLAS()
		if err != nil {
			return nil, lab.Refuse("--blas openblas: not installed: %v", err)
		}
		library, err := openblas.OpenTuned(path, coretypes()...)
		if err != nil {
			return nil, fmt.Errorf("--blas openblas: %w", err)
		}
		out = append(out, tuned{library})
	}
	return out, nil
}

// coretypes returns those of peers.Coretypes whose instructions this machine has: the library
// runs in this process, which an instruction that is not there would end.
func coretypes() []string {
	need := map[string]string{"SkylakeX": "avx512", "Haswell": "avx2"}
	have := machine.Detect().Kernels
	return slices.DeleteFunc(peers.Coretypes(), func(c string) bool { return c != "" && !slices.Contains(have, need[c]) })
}

// available is Arithmetics without those that are not installed, which the session is told.
func available(session *lab.Session, names []string) ([]cholesky.Library, error) {
	chosen, err := lab.Choose("arithmetic", Libraries, lab.Or(names, Libraries[:1]))
	if err != nil {
		return nil, err
	}
	var out []cholesky.Library
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
