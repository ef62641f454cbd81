package cholesky

import (
	"math"

	"heddle/blas"
	"heddle/dense"
	"heddle/lapack"
	"heddle/task"
	"heddle/tile"
)

// Problem is a symmetric positive definite matrix to be factored again and again on one runtime.
// A is row-major, as a user's matrix is; the conversion to tiles and back is part of every tiled
// variant, and of its time.
type Problem struct {
	Runtime *task.Runtime
	A       dense.Matrix[float64] // Prepare fills the lower triangle; the upper holds NaN, always
	Seed    uint64                // of the matrix, which is dense.SPDAt's
	Noop    bool                  // every operation on a tile is replaced by nothing
	With    Arithmetic            // nil: heddle's own kernels

	n     int
	tiles *tile.Lower[float64]
	ops   *lapack.CholeskyTiles[float64] // nil with a foreign Arithmetic
	run   kernels                        // ops, or those of With
	probe *probe
}

// NewProblem returns the problem of order n, not yet prepared, or an error if its matrix does not
// fit in memory. With noop there is no matrix, only the graph, of any size.
func NewProblem(rt *task.Runtime, n int, seed uint64, noop bool) (*Problem, error) {
	p := &Problem{Runtime: rt, Seed: seed, Noop: noop, n: n, tiles: new(tile.Lower[float64])}
	if noop {
		return p, nil
	}
	a, err := dense.Make[float64](n, n)
	if err != nil {
		return nil, err
	}
	for i := range n {
		row := a.Row(i)[i+1:]
		for j := range row {
			row[j] = math.NaN()
		}
	}
	p.A = a
	return p, nil
}

// Prepare puts the matrix into A and cuts it into tiles of nb x nb, to be run once. The storage of
// tiles is that of the previous call where it is large enough.
func (p *Problem) Prepare(nb int) error {
	l := tile.NewLayout(p.n, nb, blas.PanelWidth[float64]())
	if p.Noop {
		l = tile.NewLayout(l.Tiles*l.Width, l.Width, l.Width) // as many tiles, as small as can be
	}
	tiles, err := p.tiles.Reuse(l)
	if err != nil {
		return err
	}
	p.tiles = tiles
	if p.Noop {
		return nil
	}
	if p.With != nil {
		f := foreign{p, p.With}
		p.run = f
		f.fill()
		return nil
	}
	p.ops = lapack.NewCholeskyTiles(dense.Lower, p.A, tiles)
	p.run = p.ops
	p.Runtime.For(0, p.n, task.Dynamic(16), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := p.A.Row(i)[:i+1]
			for j := range row {
				row[j] = dense.SPDAt[float64](p.Seed, p.n, i, j)
			}
		}
	})
	return nil
}

// Tiles returns the number of tiles a side, as Prepare cut them.
func (p *Problem) Tiles() int { return p.tiles.Tiles }

// Datum returns the Datum of tile (i, j), i >= j, for strategies that say what they read and write.
func (p *Problem) Datum(i, j int) *task.Datum { return p.tiles.Datum(i, j) }

// Potrf factors tile (k, k): step k begins with it. A *blas.NotPositiveDefiniteError ends the
// factorization. With Noop it does nothing, like Trsm and Update.
func (p *Problem) Potrf(k int) error {
	if p.Noop {
		return nil
	}
	return p.run.Potrf(k)
}

// Trsm finishes tile (i, k), i > k, after Potrf(k) and all updates of the tile.
func (p *Problem) Trsm(i, k int) {
	if !p.Noop {
		p.run.Trsm(i, k)
	}
}

// Update subtracts step k from tile (i, j), i >= j > k, after Trsm(i, k) and Trsm(j, k): SYRK where
// i = j, GEMM elsewhere. Two updates of one tile must not run at once.
func (p *Problem) Update(i, j, k int) {
	if !p.Noop {
		p.run.Update(i, j, k)
	}
}
