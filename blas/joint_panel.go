package blas

import (
	"slices"

	"heddle/dense"
)

// chunkPanels is how many panels of W rows make a chunk: 50 us of work on a slab.
const chunkPanels = 4

// sharedPanel is how a product is cut for a Joint, and the panel of op(A) that its members share:
// `epochs` panels, one after the other in the same place, row block by row block and, within one,
// in the order of k. All but the chunks' states is constant.
type sharedPanel[T dense.Float] struct {
	kc, nv, mu, chunkRows int // depth, columns of a slab, rows of the panel and of a chunk
	depths, slabs         int // K-panels, and slabs of each
	units                 int // slabs of all epochs
	data                  []T
	chunks                []chunk
	// Where op(A) is read in place there is no panel, and chunks are rows of it. A slab waits for nothing
	// but its own sums before: passed is, for each slab's chunks, the last epoch that they are done in.
	inPlace bool
	passed  []int
	taken   []taken // for each slab
}

// taken is who has last taken a slab, 0 for nobody, and how often it has been taken: once in each epoch.
type taken struct{ by, times int }

// A chunk is some rows of the shared panel. It holds what belongs to one epoch, until all slabs of
// that epoch have been multiplied with it.
type chunk struct {
	epoch   int  // which it is packed for, or being packed
	packing bool // somebody is at it
	uses    int  // slabs that have been multiplied with it in this epoch
}

// A unit is one slab in one epoch.
type unit struct {
	epoch   int
	slab    int
	first   int    // the chunk to begin with
	taken   []bool // chunks that are done or that a member is at
	left    int    // chunks not taken
	members int
	block   block // what is multiplied: rows of the panel, depth, columns
}

func (p *sharedPanel[T]) plan(g *product[T], ws *workspace[T]) {
	w := g.row.W
	p.kc = depth(g.k, w)
	p.nv = slabsOf(g.n, g.slabLimit(p.kc), w*g.row.MR)
	p.chunkRows = chunkPanels * w
	p.mu = evenly(g.m, panelRows[T](sharedBytes, p.kc, p.chunkRows), p.chunkRows)
	p.depths = (g.k + p.kc - 1) / p.kc
	p.slabs = (g.n + p.nv - 1) / p.nv
	p.units = (g.m + p.mu - 1) / p.mu * p.depths * p.slabs
	p.taken = make([]taken, p.slabs)
	n := (p.mu + p.chunkRows - 1) / p.chunkRows
	if p.inPlace = g.inPlace(); p.inPlace {
		p.passed = slices.Repeat([]int{-1}, n*p.slabs)
		return
	}
	p.data = ws.takeA(roundUp(p.mu, w) * p.kc)
	p.chunks = slices.Repeat([]chunk{{epoch: -1, uses: p.slabs}}, n)
}

// slabsOf is evenly for few slabs: an even number of them, for two members or four.
func slabsOf(n, limit, q int) int {
	parts := (n + limit - 1) / limit
	if parts < 16 {
		parts = roundUp(parts, 2)
	}
	return min(n, roundUp((n+parts-1)/parts, q))
}

// slabLen is how many elements a member packs for itself.
func (p *sharedPanel[T]) slabLen() int { return (p.nv + 15) / 16 * 16 * p.kc }

// prefer returns the slab that member id had better take in the epoch of unit number next, of those that
// are left in it: one that it had before, so that its part of C is in that core's caches; else one that
// nobody had, beside its own, or in the middle of the longest row of such; else the last, to which its
// owner would come last.
func (p *sharedPanel[T]) prefer(next, id int) int {
	epoch, free, length, middle, last := next/p.slabs, 0, 0, -1, -1
	for i, t := range p.taken {
		switch {
		case t.by == 0 && i > 0 && p.taken[i-1].by == id, t.by == id && t.times == epoch:
			return i
		case t.by == 0:
			if free++; free > length {
				length, middle = free, 0
				if first := i - free + 1; first > 0 {
					middle = first + free/2
				}
			}
			continue
		case t.times == epoch:
			last = i
		}
		free = 0
	}
	if middle >= 0 {
		return middle
	}
	return last
}

// take gives the preferred slab to member id and returns the number of that unit.
func (p *sharedPanel[T]) take(next, id int) int {
	i := p.prefer(next, id)
	p.taken[i] = taken{by: id, times: p.taken[i].times + 1}
	return next/p.slabs*p.slabs + i
}

// unit returns number i of all units, which is the turn-th to be taken.
func (p *sharedPanel[T]) unit(g *product[T], i, turn int) *unit {
	epoch, slab := i/p.slabs, i%p.slabs
	b := block{i: epoch / p.depths * p.mu, l: epoch % p.depths * p.kc, j: slab * p.nv}
	b.m, b.k, b.n = min(p.mu, g.m-b.i), min(p.kc, g.k-b.l), min(p.nv, g.n-b.j)
	n := (b.m + p.chunkRows - 1) / p.chunkRows
	return &unit{epoch: epoch, slab: slab, first: begin[turn%len(begin)] * n / len(begin), taken: make([]bool, n), left: n, block: b}
}

// begin is where units begin, in quarters of the panel: those taken one after the other, which members
// are likely to be at together, far from each other. Each member then packs chunks in a row, the next one
// prefetched; from one place members took turns, and packing took three times as long.
var begin = [4]int{0, 2, 1, 3}

// available returns the first chunk that a member of u can go on with, -1 if there is none now.
func (p *sharedPanel[T]) available(u *unit) int {
	if u.left == 0 {
		return -1
	}
	n := len(u.taken)
	for i := range n {
		r := u.first + i
		if r >= n {
			r -= n
		}
		if !u.taken[r] && p.ready(u, r) {
			return r
		}
	}
	return -1
}

// ready tells whether chunk r can be multiplied with the slab of u, or packed for that.
func (p *sharedPanel[T]) ready(u *unit, r int) bool {
	if p.inPlace {
		return *p.last(u, r) == u.epoch-1
	}
	c := &p.chunks[r]
	return c.epoch == u.epoch && !c.packing || c.epoch == u.epoch-1 && c.uses == p.slabs
}

// last is where the last epoch stands that chunk r is done in for the slab of u.
func (p *sharedPanel[T]) last(u *unit, r int) *int { return &p.passed[r*p.slabs+u.slab] }

// takeChunk gives chunk r to a member of u, and reports whether it has to be packed.
func (p *sharedPanel[T]) takeChunk(u *unit, r int) (pack bool) {
	u.taken[r] = true
	u.left--
	if p.inPlace || p.chunks[r].epoch == u.epoch {
		return false
	}
	p.chunks[r] = chunk{epoch: u.epoch, packing: true}
	return true
}

// done records that a member has multiplied chunk r with the slab of u. It reports whether others may
// go on by that.
func (p *sharedPanel[T]) done(u *unit, r int, packed bool) bool {
	if p.inPlace {
		*p.last(u, r) = u.epoch
		return true
	}
	c := &p.chunks[r]
	c.packing = c.packing && !packed
	c.uses++
	return packed || c.uses == p.slabs
}
