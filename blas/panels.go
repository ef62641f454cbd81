package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// The panel format of an m x n tile: panels of W = PanelWidth rows follow each other, each stored
// column by column, W values a column. Rows and columns are padded to multiples of W, with zeros,
// or with the identity in a tile on the diagonal, so every operation works on whole blocks.
// Element (i, j) is p[(i/W)*W*N + j*W + i%W] with N = n rounded up.

// PanelWidth returns W, the rows of a panel: 8 for float64 with AVX-512.
func PanelWidth[T dense.Float]() int { return row[T]().W }

// PanelLen returns the elements that an m x n tile takes as panels: m*n with both rounded up to
// multiples of PanelWidth.
func PanelLen[T dense.Float](m, n int) int {
	w := row[T]().W
	return roundUp(m, w) * roundUp(n, w)
}

// PackPanels packs a into dst, of at least PanelLen(a.Rows, a.Cols) elements.
func PackPanels[T dense.Float](dst []T, a dense.Matrix[T]) {
	packTile("PackPanels", false, dst, a)
}

// PackPanelsTrans packs the transpose of a: into panels that takes plain copies.
func PackPanelsTrans[T dense.Float](dst []T, a dense.Matrix[T]) {
	packTile("PackPanelsTrans", true, dst, a)
}

// UnpackPanels writes to a the tile of its shape that src holds.
func UnpackPanels[T dense.Float](a dense.Matrix[T], src []T) {
	unpackTile("UnpackPanels", false, a, src)
}

// UnpackPanelsTrans writes to a the transpose of the tile that src holds.
func UnpackPanelsTrans[T dense.Float](a dense.Matrix[T], src []T) {
	unpackTile("UnpackPanelsTrans", true, a, src)
}

// PackPanelsLower packs the lower triangle of the square a into dst, of at least
// PanelLen(a.Rows, a.Rows) elements, padded with the identity. What dst then holds above the
// diagonal is of no consequence.
func PackPanelsLower[T dense.Float](dst []T, a dense.Matrix[T]) {
	packTriangle("PackPanelsLower", false, dst, a)
}

// PackPanelsUpper packs the transpose of the upper triangle of a as PackPanelsLower does a lower one.
func PackPanelsUpper[T dense.Float](dst []T, a dense.Matrix[T]) {
	packTriangle("PackPanelsUpper", true, dst, a)
}

// UnpackPanelsLower writes the lower triangle of the square a, and nothing above it, from src.
func UnpackPanelsLower[T dense.Float](a dense.Matrix[T], src []T) {
	unpackTriangle("UnpackPanelsLower", false, a, src)
}

// UnpackPanelsUpper writes the upper triangle of the square a, and nothing below it: the transpose
// of the lower triangle that src holds.
func UnpackPanelsUpper[T dense.Float](a dense.Matrix[T], src []T) {
	unpackTriangle("UnpackPanelsUpper", true, a, src)
}

// packTile packs op(a), a or its transpose.
func packTile[T dense.Float](routine string, trans bool, dst []T, a dense.Matrix[T]) {
	check(routine, "a", &a)
	m, n := opShape(trans, a)
	checkLen(routine, "dst", len(dst), PanelLen[T](m, n))
	r := row[T]()
	step := r.W * roundUp(n, r.W)
	packPanels(r, trans, m, n, a.Data, a.Stride, dst, step)
	if pad := step - r.W*n; pad > 0 {
		for i := 0; i < m; i += r.W {
			end := (i/r.W + 1) * step
			clear(dst[end-pad : end])
		}
	}
}

func unpackTile[T dense.Float](routine string, trans bool, a dense.Matrix[T], src []T) {
	check(routine, "a", &a)
	m, n := opShape(trans, a)
	checkLen(routine, "src", len(src), PanelLen[T](m, n))
	r := row[T]()
	unpackPanels(r, trans, m, n, a.Data, a.Stride, src, r.W*roundUp(n, r.W))
}

func packTriangle[T dense.Float](routine string, trans bool, dst []T, a dense.Matrix[T]) {
	check(routine, "a", &a)
	checkSquare(routine, "a", a.Rows, a.Cols)
	checkLen(routine, "dst", len(dst), PanelLen[T](a.Rows, a.Rows))
	r := row[T]()
	packLower(r, trans, a.Rows, a.Data, a.Stride, dst, r.W*roundUp(a.Rows, r.W))
}

func unpackTriangle[T dense.Float](routine string, trans bool, a dense.Matrix[T], src []T) {
	check(routine, "a", &a)
	checkSquare(routine, "a", a.Rows, a.Cols)
	checkLen(routine, "src", len(src), PanelLen[T](a.Rows, a.Rows))
	r := row[T]()
	unpackLower(r, trans, a.Rows, a.Data, a.Stride, src, r.W*roundUp(a.Rows, r.W))
}

// opShape returns the rows and columns of a, or of its transpose.
func opShape[T dense.Float](trans bool, a dense.Matrix[T]) (m, n int) {
	if trans {
		return a.Cols, a.Rows
	}
	return a.Rows, a.Cols
}

// packLower packs the lower triangle of op(A) of order n; op transposes the upper triangle of A
// on demand. Whole W x W diagonal blocks are copied: what they hold above the diagonal is
// garbage that no kernel uses.
func packLower[T dense.Float](r *kernel.Kernel[T], trans bool, n int, a []T, lda int, p []T, step int) {
	w := r.W
	for i := 0; i < n; i += w {
		rows := min(w, n-i)
		from := i * lda
		if trans {
			from = i
		}
		packPanels(r, trans, rows, i+rows, a[from:], lda, p[i/w*step:], step)
		for j := rows; j < w; j++ { // the identity beyond n
			col := p[i/w*step+(i+j)*w:][:w]
			clear(col)
			col[j] = 1
		}
	}
}

// unpackLower is the inverse of packLower; it writes the triangle only.
func unpackLower[T dense.Float](r *kernel.Kernel[T], trans bool, n int, a []T, lda int, p []T, step int) {
	w := r.W
	for i := 0; i < n; i += w {
		rows, src := min(w, n-i), p[i/w*step:]
		if trans {
			unpackN(w, i, rows, a[i:], lda, src)
			for j := range rows {
				copy(a[(i+j)*lda+i+j:(i+j)*lda+i+rows], src[(i+j)*w+j:])
			}
			continue
		}
		unpackPanels(r, false, rows, i, a[i*lda:], lda, src, step)
		if d := &a[i*lda+i]; rows == w {
			r.UnpackLower(d, lda, &src[i*w])
		} else {
			r.UnpackLowerEdge(rows, d, lda, &src[i*w])
		}
	}
}
