package reproduce

import (
	"context"
	"slices"
	"time"

	"heddle/lab"
	"heddle/lab/machine"
	"heddle/lab/products"
)

// ppGemm is the parity study's large GEMM: what sharing packed panels costs and gains.
func ppGemm() Experiment {
	return Experiment{
		Name: "pp-gemm", Paper: "PP, large GEMM: 2.154 GiB of packed copies against 247.5 MiB, and 0.7 % of time",
		Doc:   "one product in every mode: GFLOP/s, and what packed copies take, where the study had 2.154 GiB composable and 247.5 MiB cooperative on 88 workers",
		Takes: takes("sizes", "variants", "runtimes"),
		Quick: Params{Sizes: []int{1000, 2048, 4096}, Runtimes: []string{"heddle", "openblas"}, Variants: []string{"all"},
			Reps: 20, Seed: 1, Budget: 10 * time.Second, Patience: 2 * time.Minute},
		Full: Params{Sizes: []int{24000}, Runtimes: []string{"heddle", "openblas"}, Variants: []string{"all"},
			Workers: []int{88}, Reps: 20, Seed: 1},
		Run: runProducts,
	}
}

func runProducts(ctx context.Context, session *lab.Session, p Params) error {
	names, err := lab.Choose("runtime", append([]string{"heddle"}, products.Against()...), lab.Or(p.Runtimes, []string{"all"}))
	if err != nil {
		return err
	}
	spec := products.Spec{
		Modes: p.Variants, Sizes: p.Sizes, Workers: p.Workers, Reps: p.Reps, Budget: p.Budget, Patience: p.Patience, Seed: p.Seed,
		Peak: machine.Peak,
	}
	if spec.Pin, err = p.pin(); err != nil {
		return err
	}
	spec.Against = slices.DeleteFunc(names, func(name string) bool { return name == "heddle" })
	return spec.Run(ctx, session)
}
