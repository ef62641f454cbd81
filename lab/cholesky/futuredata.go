package cholesky

import (
	"context"

	"heddle/blas"
	"heddle/task"
)

// A parcel is a tile on its travels: its elements in panels and, for a diagonal tile of L, the
// reciprocals of its diagonal.
type parcel struct{ elements, inverse []float64 }

// futureData lets the tile travel inside its future: shared by the tasks that read it, moved to
// the one that writes it, which sends it on. A tile starts its way when it is loaded and leaves
// it when it is stored, as part of L.
func futureData(ctx context.Context, p *Problem) error {
	return p.Runtime.Run(ctx, func(s *task.Scope) {
		a := make([][]*task.Future[parcel], p.Tiles())
		for i := range a {
			a[i] = make([]*task.Future[parcel], i+1)
			for j := range a[i] {
				a[i][j] = task.Async(s, func() parcel { return p.load(i, j) })
			}
		}
		for k := range p.Tiles() {
			akk := a[k][k]
			a[k][k] = task.TryAsync(s, func() (parcel, error) { return p.sendPotrf(k, akk.Take()) }, akk.Move())
			for i := k + 1; i < p.Tiles(); i++ {
				a[i][k] = task.Dataflow(s, p.sendTrsm(i, k), a[i][k].Moved(), a[k][k].Shared())
				for j := k + 1; j < i; j++ {
					a[i][j] = task.Dataflow(s, p.sendGemm(i), a[i][j].Moved(), a[i][k].Shared(), a[j][k].Shared())
				}
				a[i][i] = task.Dataflow(s, p.sendSyrk(i), a[i][i].Moved(), a[i][k].Shared())
			}
		}
	})
}

// load returns tile (i, j) from row-major storage.
func (p *Problem) load(i, j int) parcel {
	if p.Noop {
		return parcel{}
	}
	p.ops.Load(i, j)
	return parcel{elements: p.tiles.Tile(i, j)}
}

// sendPotrf factors the diagonal tile akk of step k, stores it, and sends it on to the TRSMs.
func (p *Problem) sendPotrf(k int, akk parcel) (parcel, error) {
	if p.Noop {
		return akk, nil
	}
	akk.inverse = p.ops.Inverse(k)
	if minor := blas.PotrfPanels(p.tiles.Padded(k), akk.elements, akk.inverse); minor != 0 {
		return parcel{}, &blas.NotPositiveDefiniteError{Minor: k*p.tiles.NB + minor}
	}
	p.ops.Store(k, k)
	return akk, nil
}

// sendTrsm finishes tile (i, k), given that and L(k,k).
func (p *Problem) sendTrsm(i, k int) func(...parcel) parcel {
	return func(x ...parcel) parcel {
		if !p.Noop {
			blas.TrsmPanels(p.tiles.Padded(i), p.tiles.NB, x[1].elements, x[1].inverse, x[0].elements)
			p.ops.Store(i, k)
		}
		return x[0]
	}
}

// sendGemm updates a tile of row i, given that, L(i,k) and L(j,k).
func (p *Problem) sendGemm(i int) func(...parcel) parcel {
	return func(x ...parcel) parcel {
		if !p.Noop {
			nb := p.tiles.NB
			blas.GemmPanels(p.tiles.Padded(i), nb, nb, x[1].elements, x[2].elements, x[0].elements)
		}
		return x[0]
	}
}

// sendSyrk updates the diagonal tile of row i, given that and L(i,k).
func (p *Problem) sendSyrk(i int) func(...parcel) parcel {
	return func(x ...parcel) parcel {
		if !p.Noop {
			blas.SyrkPanels(p.tiles.Padded(i), p.tiles.NB, x[1].elements, x[0].elements)
		}
		return x[0]
	}
}
