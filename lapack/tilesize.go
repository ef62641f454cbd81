package lapack

import (
	"heddle/blas"
	"heddle/dense"
)

// TileSize returns the tile size that Cholesky uses for order n on the given number of workers: that
// for which a model of this machine's kernels, measured once and for all, predicts the shortest
// time. n or more means no tiles and one goroutine. It is a function of its arguments and of the
// machine's instruction set alone, so that results are reproducible. Cost: 2 us, and nothing for
// the small.
func TileSize[T dense.Float](n, workers int) int {
	m := current()
	alone := m.alone(max(n, 1))
	if alone < 2*m.wake {
		return max(n, 1) // over before another worker could begin
	}
	width := blas.PanelWidth[T]()
	step := max(width, 16)
	best, least := n, alone
	for nb := 2 * step; nb < n && nb <= largestTile; nb += step {
		if t := m.tiled(n, nb, workers); t < least {
			best, least = nb, t
		}
	}
	return best
}

// largestTile is where tiles stop to gain: L(i,k), which a row of updates shares, and two others then take 0.9
// MB of the second-level cache. At n = 4096 on 2 MiB, tiles of 192, 224, 256 and 320 took 157, 162, 171 and
// 196 ms; on 1 MiB, 192 and 256 were equal.
const largestTile = 192

// solveTiles returns the tile size of the factor and the columns of a tile of right-hand sides for
// SolveFactored. Where there are enough right-hand sides each worker gets some of its own;
// where not, small tiles let the substitution overlap with products. Measured for n = 256 to 4096
// on 2 workers: with 1, 8, 64 and 512 right-hand sides 1.6, 2.1, 2.2 and 1.7 times faster than
// blas.Potrs at n = 4096, 1.1, 1.5, 1.6 and 1.8 times at 1024.
func solveTiles(rhs, workers int) (mb, nb int) {
	switch {
	case rhs >= 128*workers:
		return 512, (rhs + workers - 1) / workers
	case rhs > 8:
		return 64, rhs
	default:
		return 128, max(1, rhs)
	}
}
