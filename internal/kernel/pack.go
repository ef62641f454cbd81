package kernel

// packTGo is PackT and PackTEdge: rows rows of k elements, lda apart, into a panel of w rows, the
// others zero.
func packTGo[T Float](w, rows, k int, a *T, lda int, p *T) {
	dst := run(p, 0, k*w)
	for r := range rows {
		for l, v := range run(a, r*lda, k) {
			dst[l*w+r] = v
		}
	}
	for r := rows; r < w; r++ {
		for l := range k {
			dst[l*w+r] = 0
		}
	}
}

// unpackTGo is UnpackT and UnpackTEdge: the first rows rows of a panel to row-major.
func unpackTGo[T Float](w, rows, k int, a *T, lda int, p *T) {
	src := run(p, 0, k*w)
	for r := range rows {
		dst := run(a, r*lda, k)
		for l := range dst {
			dst[l] = src[l*w+r]
		}
	}
}

// unpackLowerGo is UnpackLower and UnpackLowerEdge: the first n rows of a block's lower triangle.
func unpackLowerGo[T Float](w, n int, a *T, lda int, p *T) {
	src := run(p, 0, w*w)
	for r := range n {
		dst := run(a, r*lda, r+1)
		for l := range dst {
			dst[l] = src[l*w+r]
		}
	}
}

// packNGo is one panel of PackN, and PackNEdge: k rows of cols elements, lda apart, copied to the
// rows of a [k][w] panel, the rest of each zero.
func packNGo[T Float](w, cols, k int, a *T, lda int, p *T) {
	for l := range k {
		dst := run(p, l*w, w)
		copy(dst, run(a, l*lda, cols))
		clear(dst[cols:])
	}
}
