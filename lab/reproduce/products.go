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
	out := session.Sink
	defer func() { session.Sink = out }()
	var kept lab.Collect
	session.Sink = lab.Tee(out, &kept)
	if err := spec.Run(ctx, session); err != nil {
		return err
	}
	for _, r := range beside(kept.Records) {
		if err := session.Take(r); err != nil {
			return err
		}
	}
	return nil
}

// beside returns what sharing packed panels saves and gains over packing in every task, beside the
// study's numbers.
func beside(records []lab.Record) (out []lab.Record) {
	private := map[[2]int]lab.Record{}
	for _, r := range records {
		if r.OK && r.Variant == "composable" {
			private[[2]int{r.N, r.Workers}] = r
		}
	}
	for _, r := range records {
		base, ok := private[[2]int{r.N, r.Workers}]
		if !ok || !r.OK || r.Variant != "exclusive" && r.Variant != "malleable" {
			continue
		}
		note := lab.Record{Experiment: "gemm", Runtime: r.Runtime, Variant: r.Variant, Workers: r.Workers, N: r.N, Seed: r.Seed, OK: true}
		if base.PackedBytes > 0 {
			saved := note
			saved.Quantity, saved.Unit = "packed copies over composable's", "%"
			saved.Value = 100 * float64(r.PackedBytes) / float64(base.PackedBytes)
			saved.Note = "the study: 247.5 MiB for 2.154 GiB, 11 %, on 88 workers"
			out = append(out, saved)
		}
		if ratio := lab.Compare(base.Samples, r.Samples); ratio.Known() {
			gained := note
			gained.Quantity, gained.Unit, gained.Value = "gain over composable", "%", 100*(ratio.Value-1)
			gained.Note = percentInterval(ratio) + "the study: 0.7"
			out = append(out, gained)
		}
	}
	return out
}
