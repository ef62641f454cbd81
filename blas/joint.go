package blas

import (
	"sync"

	"heddle/dense"
)

// A Joint is one product, C = alpha*op(A)*op(B) + beta*C, that any number of goroutines compute
// together: each calls Work, when it likes, and leaves when it likes. Nobody waits for a member
// to come. C is cut into blocks in a way that depends on the shapes alone, each block is computed
// by one member, and its sums in the order of k, so the result is bit-identical to that of Gemm
// whoever takes part.
//
// Large products are computed as follows (Huang and others' and the parity study's cooperative
// scheme, without its barriers): for each K-panel one packed panel of op(A) is shared. Members
// take slabs of columns; each packs its slab of op(B) for itself, and multiplies chunk by chunk
// of the shared panel with it. A chunk is packed by the first who needs it, and packed anew for
// the next K-panel by the first who needs that and comes after the last use of the old one: so a
// member that goes on to the next K-panel follows those that finish the last one, and where it
// meets nobody it never waits. Where no slab is left to take, members share the chunks of one.
//
// Storage: the shared panel, [SharedPanelBytes] at most, and 1 MiB for each member at a time.
type Joint[T dense.Float] struct {
	g    product[T]
	beta T // what C has still to be scaled by, part by part
	path path
	cut  pieces[T]
	ws   *workspace[T]

	// mu guards what follows, and the state of chunks and units.
	mu      sync.Mutex
	ready   sync.Cond // a chunk has become available, or the work is broken
	waiting int       // on ready
	broken  bool      // a member has panicked
	members int       // inside Work
	most    int       // members at a time so far
	came    int       // calls of Work so far, which are members' ids
	next    int       // pieces or units taken so far
	panel   sharedPanel[T]
	open    []*unit // units of which chunks are left to take
}

// SharedPanelBytes bounds the packed panel that members of a Joint, or of a team, share.
const SharedPanelBytes = 10 << 20

// sharedBytes is SharedPanelBytes, but for tests.
var sharedBytes = SharedPanelBytes

// NewJoint describes the product, after the same checks as Gemm. Nothing is computed before the
// first call of Work. Release gives its storage back.
func NewJoint[T dense.Float](ta, tb Transpose, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) *Joint[T] {
	m, n, k := checkGemm("NewJoint", ta, tb, &a, &b, &c)
	x := &Joint[T]{g: newProduct(ta, tb, m, n, k, alpha, &a, &b, beta, &c), beta: beta}
	x.ready.L = &x.mu
	if m == 0 || n == 0 {
		return x
	}
	if alpha == 0 || k == 0 {
		x.cut = rowPieces[T](m, 1+scalePerPiece/n)
		return x
	}
	x.path = x.g.path()
	if x.g.shares(x.path) {
		x.ws = borrow[T]()
		x.panel.plan(&x.g, x.ws)
	} else {
		x.g.panel = pieceBytes
		x.cut = x.g.cut(x.path)
	}
	return x
}

// scalePerPiece is how many elements of C a piece scales where there is nothing to multiply.
const scalePerPiece = 1 << 16

// Parallel reports whether there is work for more than one goroutine: whether it is worth the few
// microseconds to ask another. Small products are one piece.
func (x *Joint[T]) Parallel() bool { return x.cut.count > 1 || x.panel.units > 0 }

// PackedBytes returns the bytes of packed operands so far: the shared panel and the slabs of as
// many members as have worked at the same time.
func (x *Joint[T]) PackedBytes() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.panel.units == 0 {
		return x.most * x.g.packedBytes(x.path, x.cut)
	}
	return size[T]() * (len(x.panel.data) + x.most*(x.panel.slabLen()+x.scratchLen()))
}

// Release gives the storage back that the members have shared. All calls of Work have returned.
func (x *Joint[T]) Release() {
	if x.ws != nil {
		x.ws.giveBack()
		x.ws, x.panel.data = nil, nil
	}
}

// Work computes blocks of C until none is left to take, or until leave, which is asked between
// two blocks, about every 50 us, says so; leave may be nil. The product is complete when a call
// without leave, or whose leave has never said so, and all others have returned: those that were
// inside may still be at their last block.
func (x *Joint[T]) Work(leave func() bool) {
	x.mu.Lock()
	x.members++
	x.most = max(x.most, x.members)
	x.came++
	id := x.came
	x.mu.Unlock()
	done := false
	defer func() {
		x.mu.Lock()
		x.members--
		if !done { // nobody will pack or use what this member had taken
			x.broken = true
			x.ready.Broadcast()
		}
		x.mu.Unlock()
	}()
	if x.panel.units > 0 {
		w := x.member(id, leave)
		w.work(x.panel.units)
		w.ws.giveBack()
	} else {
		x.takePieces(leave)
	}
	done = true
}

// takePieces computes pieces until none is left or leave says so.
func (x *Joint[T]) takePieces(leave func() bool) {
	for leave == nil || !leave() {
		x.mu.Lock()
		i := x.next
		x.next++
		x.mu.Unlock()
		if i >= x.cut.count {
			return
		}
		p := x.cut.piece(&x.g, i)
		p.scale(x.beta)
		if p.k > 0 && p.alpha != 0 {
			p.along(x.path)
		}
	}
}

// scale multiplies the product's part of C by beta where that is to be done first.
func (g *product[T]) scale(beta T) {
	if beta == 1 || beta == 0 && g.alpha != 0 && g.k > 0 {
		return // beta = 0 overwrites
	}
	scale(beta, dense.Matrix[T]{Rows: g.m, Cols: g.n, Stride: g.ldc, Data: g.c[:(g.m-1)*g.ldc+g.n]})
}
