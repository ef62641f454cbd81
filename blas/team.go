package blas

import "heddle/dense"

// A Team is what GemmTeam needs of the goroutines that call it together: each has a rank, 0 to
// Size()-1, and Barrier returns when all have called it. *task.Member is one. What a member wrote
// before a barrier must be visible to all after it.
type Team interface {
	Rank() int
	Size() int
	Barrier()
}

// TeamSpace is what the members of a team share during GemmTeam. All members pass the same one. Its
// zero value is ready; it may be used again, by one team at a time.
type TeamSpace[T dense.Float] struct {
	product *Joint[T] // of rank 0, who makes it before the first barrier and takes it back after the last
	bytes   int
}

// PackedBytes returns the bytes of packed operands, shared and private, of the last product: the
// shared panel takes [SharedPanelBytes] at most and each member's slab 1 MiB, at any size. It
// may be called when the team has ended.
func (s *TeamSpace[T]) PackedBytes() int { return s.bytes }

// GemmTeam is Gemm by a team whose members all call it with the same arguments. For each K-panel of
// the operands they pack one panel of op(A) together, a chunk each at a time, which all read; each
// packs slabs of op(B) for itself and multiplies them with the panel. A barrier ends each K-panel,
// and the whole: when GemmTeam returns, C is complete. Chunks and slabs go to who is first to need
// them, and the last ones are shared, so that members of different speed meet at the barrier.
// Results have the bits of Gemm, for a team of any size.
//
// A barrier that can never be complete is the Team's to notice: a *task.Member unwinds.
func GemmTeam[T dense.Float](tm Team, space *TeamSpace[T], ta, tb Transpose, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) {
	checkGemm("GemmTeam", ta, tb, &a, &b, &c)
	if tm.Rank() == 0 {
		space.product = NewJoint(ta, tb, alpha, a, b, beta, c)
	}
	tm.Barrier()
	x := space.product
	if x.panel.units == 0 {
		x.takePieces(nil)
		tm.Barrier()
	} else {
		x.panelByPanel(tm)
	}
	if tm.Rank() == 0 {
		x.most = max(1, min(tm.Size(), x.cut.count+x.panel.units))
		space.bytes = x.PackedBytes()
		x.Release()
		space.product = nil
	}
}

// panelByPanel is one member's work, a barrier after each K-panel.
func (x *Joint[T]) panelByPanel(tm Team) {
	w := x.member(1+tm.Rank(), nil)
	defer w.ws.giveBack()
	for end := x.panel.slabs; end <= x.panel.units; end += x.panel.slabs {
		w.work(end)
		tm.Barrier()
	}
}
