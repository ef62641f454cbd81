package peers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"time"
)

// Coretypes returns what OpenBLAS is asked for, its own choice ("") first. An OpenBLAS older than
// the processor does not know it and falls back on kernels for far older ones, AVX2 or even SSE3;
// named, it takes the newer.
func Coretypes() []string {
	if runtime.GOARCH != "amd64" {
		return []string{""}
	}
	return []string{"", "SkylakeX", "Haswell"}
}

// choice is the outcome of trying the kernels that an OpenBLAS has.
type choice struct {
	nb       int     // rows of a tile
	coretype string  // for OPENBLAS_CORETYPE, "" for OpenBLAS's own choice
	kernels  string  // what it calls itself: "OpenBLAS 0.3.21 SkylakeX"
	gain     float64 // times as fast as OpenBLAS's own choice
	own      string  // what that calls itself
}

// calibrate factors a matrix of a few tiles of nb rows on one thread under each of Coretypes, in
// turn, and returns the fastest. The preferred one ("": OpenBLAS's own choice) is kept unless another
// is faster by more than noise. An attempt that crashes is not chosen; one that is far behind is not
// repeated.
func calibrate(ctx context.Context, driver, variant string, nb int, preferred string) choice {
	coretypes := Coretypes()
	if !slices.Contains(coretypes, preferred) {
		coretypes = append(coretypes, preferred)
	}
	best := make([]float64, len(coretypes))
	names := make([]string, len(coretypes))
	running := make([]*process, len(coretypes))
	n := fmt.Sprint(min(max(6*nb, 384), 1536))
	for i, c := range coretypes {
		best[i] = math.Inf(1)
		args := []string{"-op", "potrf", "-variant", variant, "-n", n, "-nb", fmt.Sprint(nb), "-threads", "1"}
		if p, err := start(ctx, driver, 1, args, environ("close", c, 1, false), 10*time.Second); err == nil {
			running[i], names[i] = p, cmp.Or(p.ready.BLAS, p.ready.Version)
			defer p.kill()
		}
	}
	for round := range 7 {
		for i, p := range running {
			if p == nil {
				continue
			}
			r, err := p.repeat(ctx, 10*time.Second)
			if err != nil || !(r.ratio() < 30) {
				best[i], running[i] = math.Inf(1), nil
				continue
			}
			best[i] = min(best[i], *r.Seconds)
			if round >= 2 && best[i] > 2*slices.Min(best) { // not sooner: a neighbour may disturb the first
				running[i] = nil
			}
		}
	}
	fastest := fastest(best, slices.Index(coretypes, preferred))
	return choice{nb, coretypes[fastest], names[fastest], best[0] / best[fastest], names[0]}
}

// fastest returns the index of the least of seconds, or preferred where that is within 3 % of it.
func fastest(seconds []float64, preferred int) int {
	least := slices.Min(seconds)
	if seconds[preferred] <= 1.03*least {
		return preferred
	}
	return slices.Index(seconds, least)
}

// String says what was chosen and why.
func (c choice) String() string {
	about := fmt.Sprintf("rivals' kernels on tiles of %d: ", c.nb)
	switch {
	case c.kernels == "":
		return about + "none that OpenBLAS was asked for ran"
	case c.coretype == "":
		return about + c.kernels + ", OpenBLAS's own choice"
	}
	return fmt.Sprintf("%s%s (OPENBLAS_CORETYPE=%s), %s times as fast as OpenBLAS's own choice, %s",
		about, c.kernels, c.coretype, strconv.FormatFloat(c.gain, 'g', 3, 64), c.own)
}
