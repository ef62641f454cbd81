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
		f := newParcels(p, s)
		for k := range p.Tiles() {
			f.potrf(k)
			for i := k + 1; i < p.Tiles(); i++ {
				f.trsm(i, k)
				for j := k + 1; j <= i; j++ {
					f.update(i, j, k)
				}
			}
		}
	})
}

// parcels submits operations as futures that carry tiles: a holds the newest of each.
type parcels struct {
	p *Problem
	s *task.Scope
	a [][]*task.Future[parcel]
}

// newParcels starts every tile on its way.
func newParcels(p *Problem, s *task.Scope) *parcels {
	f := &parcels{p, s, make([][]*task.Future[parcel], p.Tiles())}
	for i := range f.a {
		f.a[i] = make([]*task.Future[parcel], i+1)
		for j := range f.a[i] {
			f.a[i][j] = task.Async(s, func() parcel { return p.load(i, j) })
		}
	}
	return f
}

func (f *parcels) potrf(k int) {
	akk := f.a[k][k]
	f.a[k][k] = task.TryAsync(f.s, func() (parcel, error) { return f.p.sendPotrf(k, akk.Take()) }, akk.Move())
}

func (f *parcels) trsm(i, k int) {
	f.a[i][k] = task.Dataflow(f.s, f.p.sendTrsm(i, k), f.a[i][k].Moved(), f.a[k][k].Shared())
}

func (f *parcels) update(i, j, k int) {
	if i == j {
		f.a[i][i] = task.Dataflow(f.s, f.p.sendSyrk(i), f.a[i][i].Moved(), f.a[i][k].Shared())
		return
	}
	f.a[i][j] = task.Dataflow(f.s, f.p.sendGemm(i), f.a[i][j].Moved(), f.a[i][k].Shared(), f.a[j][k].Shared())
}

// load returns tile (i, j) from row-major storage.
func (p *Problem) load(i, j int) parcel {
	if p.Noop {
		return parcel{}
	}
	if p.With == nil {
		p.ops.Load(i, j)
	}
	return parcel{elements: p.tiles.Tile(i, j)}
}

// sendPotrf factors the diagonal tile akk of step k, stores it, and sends it on to the TRSMs.
func (p *Problem) sendPotrf(k int, akk parcel) (parcel, error) {
	if p.Noop || p.With != nil {
		return akk, p.Potrf(k)
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
		switch {
		case p.With != nil:
			p.With.Trsm(p.tiles.Dim(i), p.tiles.NB, x[1].elements, x[0].elements)
		case !p.Noop:
			blas.TrsmPanels(p.tiles.Padded(i), p.tiles.NB, x[1].elements, x[1].inverse, x[0].elements)
			p.ops.Store(i, k)
		}
		return x[0]
	}
}

// sendGemm updates a tile of row i, given that, L(i,k) and L(j,k).
func (p *Problem) sendGemm(i int) func(...parcel) parcel {
	return func(x ...parcel) parcel {
		nb := p.tiles.NB
		switch {
		case p.With != nil:
			p.With.Gemm(p.tiles.Dim(i), nb, nb, x[1].elements, x[2].elements, x[0].elements)
		case !p.Noop:
			blas.GemmPanels(p.tiles.Padded(i), nb, nb, x[1].elements, x[2].elements, x[0].elements)
		}
		return x[0]
	}
}

// sendSyrk updates the diagonal tile of row i, given that and L(i,k).
func (p *Problem) sendSyrk(i int) func(...parcel) parcel {
	return func(x ...parcel) parcel {
		switch {
		case p.With != nil:
			p.With.Syrk(p.tiles.Dim(i), p.tiles.NB, x[1].elements, x[0].elements)
		case !p.Noop:
			blas.SyrkPanels(p.tiles.Padded(i), p.tiles.NB, x[1].elements, x[0].elements)
		}
		return x[0]
	}
}
