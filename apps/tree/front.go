package tree

import (
	"errors"
	"fmt"
	"sort"

	"heddle/blas"
	"heddle/dense"
)

// assemble adds what the children of node number at have left to rows lo to hi of its front
// ("extend-add").
func (t *Tree) assemble(at, lo, hi int) {
	for child := 2*at + 1; child <= 2*at+2 && child < len(t.nodes); child++ {
		c := &t.nodes[child]
		u := c.update()
		first := sort.SearchInts(c.place, lo)
		for i, to := range c.place[first:] {
			if to >= hi {
				break
			}
			row := t.nodes[at].front.Row(to)
			for j, v := range u.Row(first + i)[:first+i+1] {
				row[c.place[j]] += v
			}
		}
	}
}

// alone assembles and factors a front on the calling goroutine.
func (t *Tree) alone(at int) error {
	x := &t.nodes[at]
	t.assemble(at, 0, x.order())
	if x.order() >= tiledOrder { // the same sums in the same order as with helpers
		b := newBlocks(x.front, x.pivots)
		for p := range b.pivots {
			if err := b.column(p); err != nil {
				return t.failed(at, err)
			}
		}
		return nil
	}
	k, r := x.pivots, x.order()-x.pivots
	l := x.front.View(0, 0, k, k)
	if err := blas.Potrf(blas.Lower, l); err != nil {
		return t.failed(at, err)
	}
	below := x.front.View(k, 0, r, k)
	blas.Trsm(blas.Right, blas.Lower, blas.Trans, blas.NonUnit, 1, l, below)
	blas.Syrk(blas.Lower, blas.NoTrans, -1, below, 1, x.update())
	return nil
}

// failed names the leading minor of the whole matrix.
func (t *Tree) failed(at int, err error) error {
	var minor *blas.NotPositiveDefiniteError
	if errors.As(err, &minor) {
		return fmt.Errorf("tree: front %d, pivot %d: the matrix is not positive definite", at, minor.Minor)
	}
	return fmt.Errorf("tree: front %d: %w", at, err)
}

// tiledOrder is the order from which on a front is worth several workers: below, one takes a few
// hundred microseconds. blockSize is that of its blocks: GEMM without packing is at its best there.
const (
	tiledOrder = 384
	blockSize  = 128
)

// blocks is a front cut into blocks. The first of them by rows and by columns hold the pivots.
type blocks struct {
	front  dense.Matrix[float64]
	cut    []int // block i is rows, or columns, cut[i] to cut[i+1]
	pivots int   // blocks
}

func newBlocks(front dense.Matrix[float64], pivots int) *blocks {
	b := &blocks{front: front, cut: []int{0}}
	upTo := func(end int) {
		for at := b.cut[len(b.cut)-1]; at < end; {
			at = min(at+blockSize, end)
			b.cut = append(b.cut, at)
		}
	}
	upTo(pivots)
	b.pivots = len(b.cut) - 1
	upTo(front.Rows)
	return b
}

// rows returns how many blocks there are by rows.
func (b *blocks) rows() int { return len(b.cut) - 1 }

func (b *blocks) block(i, j int) dense.Matrix[float64] {
	return b.front.View(b.cut[i], b.cut[j], b.cut[i+1]-b.cut[i], b.cut[j+1]-b.cut[j])
}

// factor computes the factor of diagonal block p.
func (b *blocks) factor(p int) error {
	err := blas.Potrf(blas.Lower, b.block(p, p))
	var minor *blas.NotPositiveDefiniteError
	if errors.As(err, &minor) {
		return &blas.NotPositiveDefiniteError{Minor: b.cut[p] + minor.Minor}
	}
	return err
}

// solve computes block (i, p), i > p, of the factor.
func (b *blocks) solve(i, p int) {
	blas.Trsm(blas.Right, blas.Lower, blas.Trans, blas.NonUnit, 1, b.block(p, p), b.block(i, p))
}

// reduce subtracts from block (i, j) what column p of the factor contributes, i >= j > p.
func (b *blocks) reduce(i, j, p int) {
	if i == j {
		blas.Syrk(blas.Lower, blas.NoTrans, -1, b.block(i, p), 1, b.block(i, i))
		return
	}
	blas.Gemm(blas.NoTrans, blas.Trans, -1, b.block(i, p), b.block(j, p), 1, b.block(i, j))
}

// column does all that column p of the factor takes and gives.
func (b *blocks) column(p int) error {
	if err := b.factor(p); err != nil {
		return err
	}
	for i := p + 1; i < b.rows(); i++ {
		b.solve(i, p)
	}
	for i := p + 1; i < b.rows(); i++ {
		for j := p + 1; j <= i; j++ {
			b.reduce(i, j, p)
		}
	}
	return nil
}
