package tree

import (
	"heddle/blas"
	"heddle/dense"
)

// tiledOrder is the order from which on a front is worth several workers: below, one takes a few
// hundred microseconds. blockSize is the most rows of its blocks.
const (
	tiledOrder = 384
	blockSize  = 192
)

// blocks is a large front cut into blocks. The first of them by rows and by columns hold the pivots.
// Blocks of the factor are kept in panels as well, the form in which they are operands.
type blocks struct {
	l, u   dense.Matrix[float64]
	cut    []int // block i is rows, or columns, cut[i] to cut[i+1]
	pivots int   // blocks
	panels [][]float64
	inv    []float64 // reciprocals of the factor's diagonal
}

func newBlocks(l, u dense.Matrix[float64]) *blocks {
	b := &blocks{l: l, u: u, cut: []int{0}}
	b.upTo(l.Cols)
	b.pivots = b.rows()
	b.upTo(l.Rows)
	return b
}

// upTo cuts what is left up to end evenly, in whole panels.
func (b *blocks) upTo(end int) {
	at := b.cut[b.rows()]
	parts := (end - at + blockSize - 1) / blockSize
	for ; parts > 0; parts-- {
		w := blas.PanelWidth[float64]()
		at = min(at+((end-at+parts-1)/parts+w-1)/w*w, end)
		b.cut = append(b.cut, at)
	}
}

// rows returns how many blocks there are by rows.
func (b *blocks) rows() int { return len(b.cut) - 1 }

// width returns the rows, or columns, of block i.
func (b *blocks) width(i int) int { return b.cut[i+1] - b.cut[i] }

// size returns how many elements panels and inv take.
func (b *blocks) size() int {
	n := 0
	for p := range b.pivots {
		for i := p; i < b.rows(); i++ {
			n += blas.PanelLen[float64](b.width(i), b.width(p))
		}
	}
	return n + blas.PanelLen[float64](b.l.Cols, 1)
}

// place gives b its storage, of at least size elements.
func (b *blocks) place(memory []float64) {
	for p := range b.pivots {
		for i := p; i < b.rows(); i++ {
			n := blas.PanelLen[float64](b.width(i), b.width(p))
			b.panels = append(b.panels, memory[:n])
			memory = memory[n:]
		}
	}
	b.inv = memory
}

// panel returns block (i, p) of the factor, i >= p, in panels.
func (b *blocks) panel(i, p int) []float64 {
	return b.panels[p*b.rows()-p*(p-1)/2+i-p]
}

// block returns block (i, j) of the front where it lies.
func (b *blocks) block(i, j int) dense.Matrix[float64] {
	if k := b.l.Cols; j >= b.pivots {
		return b.u.View(b.cut[i]-k, b.cut[j]-k, b.width(i), b.width(j))
	}
	return b.l.View(b.cut[i], b.cut[j], b.width(i), b.width(j))
}

// factor computes the factor of diagonal block p.
func (b *blocks) factor(p int) error {
	n, d, a := b.width(p), b.panel(p, p), b.block(p, p)
	blas.PackPanelsLower(d, a)
	if minor := blas.PotrfPanels(n, d, b.inv[b.cut[p]:]); minor != 0 {
		return &blas.NotPositiveDefiniteError{Minor: b.cut[p] + minor}
	}
	blas.UnpackPanelsLower(a, d)
	return nil
}

// solve computes block (i, p), i > p, of the factor.
func (b *blocks) solve(i, p int) {
	blas.TrsmPanelsRows(blas.NoTrans, b.panel(p, p), b.inv[b.cut[p]:], b.block(i, p), b.panel(i, p))
}

// reduce subtracts from block (i, j) what column p of the factor contributes, i >= j > p.
func (b *blocks) reduce(i, j, p int) {
	if i == j {
		blas.SyrkPanelsRows(blas.Lower, b.width(p), b.panel(i, p), b.block(i, i))
		return
	}
	blas.GemmPanelsRows(b.width(p), b.panel(i, p), b.panel(j, p), b.block(i, j))
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
