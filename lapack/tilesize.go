package lapack

import (
	"heddle/blas"
	"heddle/dense"
)

// TileSize returns the tile size that Cholesky uses for order n on the given number of workers: the
// multiple of blas.PanelWidth for which the model below predicts the shortest time; n or more means one
// goroutine and no tiles. It is a function of its arguments and of the kernel in use, so results are
// reproducible.
func TileSize[T dense.Float](n, workers int) int {
	width := blas.PanelWidth[T]()
	best, least := n, serialTime(n)
	if workers <= 1 {
		return max(best, 1)
	}
	for nb := 4 * width; nb < n && nb <= largestTile; nb += width {
		if t := tiledTime(n, nb, workers); t < least {
			best, least = nb, t
		}
	}
	return max(best, 1)
}

// solveTiles returns the tile size of the factor and the columns of a tile of right-hand sides.
func solveTiles(n, rhs, workers int) (mb, nb int) {
	return 256, max(1, rhs)
}
