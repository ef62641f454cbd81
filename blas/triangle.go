package blas

import (
	"math"

	"heddle/dense"
)

// packReversed packs an upper S with rows and columns in reverse order, which makes it lower,
// padded with the identity. A panel is packed as it lies, into tmp, and turned on its way to l.
func (s *solve[T]) packReversed(a dense.Matrix[T], l, tmp []T) {
	n, w := a.Rows, s.row.W
	step := w * roundUp(n, w)
	for i := 0; i < n; i += w {
		rows := min(w, n-i)
		first := n - i - rows // of the rows of S in this panel, and of their columns
		packPanels(s.row, !s.plain(), rows, i+rows, a.Data[first*(a.Stride+1):], a.Stride, tmp, step)
		panel := l[i/w*step:]
		for j := range i + rows {
			turn(w, rows, panel[j*w:j*w+w], tmp[(i+rows-1-j)*w:])
		}
		for j := rows; j < w; j++ {
			col := panel[(i+j)*w:][:w]
			clear(col)
			col[j] = 1
		}
	}
}

// turn sets dst to the first rows values of src in reverse order, and zeros up to w.
func turn[T dense.Float](w, rows int, dst, src []T) {
	if w == 8 && rows == 8 {
		d, s := (*[8]T)(dst), (*[8]T)(src)
		d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7] = s[7], s[6], s[5], s[4], s[3], s[2], s[1], s[0]
		return
	}
	clear(dst)
	for r := range rows {
		dst[r] = src[rows-1-r]
	}
}

// reciprocals writes 1/S(j, j) to inv in the order of the solution, ones beyond. It reports whether
// multiplying by them is as good as dividing: not if one is zero, infinite, NaN or subnormal.
func (s *solve[T]) reciprocals(a dense.Matrix[T], inv []T) bool {
	n := a.Rows
	for j := range inv {
		inv[j] = 1
		if s.unit || j >= n {
			continue
		}
		d := j
		if s.backward() {
			d = n - 1 - j
		}
		inv[j] = 1 / a.Data[d*a.Stride+d]
		if v := math.Abs(float64(inv[j])); !(v >= smallestNormal[T]() && v <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// smallestNormal returns the least positive value of T with full precision.
func smallestNormal[T dense.Float]() float64 {
	var zero T
	if _, single := any(zero).(float32); single {
		return 0x1p-126
	}
	return 0x1p-1022
}

// substitute solves by the textbook with divisions, for triangles whose diagonal has no usable
// reciprocals.
func (s *solve[T]) substitute(a, b dense.Matrix[T]) {
	n, m := a.Rows, b.Rows
	down, right := b.Stride, 1
	if s.left {
		m, down, right = b.Cols, 1, b.Stride
	}
	for i := range m {
		for step := range n {
			j := step
			if s.backward() {
				j = n - 1 - step
			}
			x := b.Data[i*down+j*right]
			for t := range step {
				c := t
				if s.backward() {
					c = n - 1 - t
				}
				x -= s.element(a, j, c) * b.Data[i*down+c*right]
			}
			if !s.unit {
				x /= a.Data[j*a.Stride+j]
			}
			b.Data[i*down+j*right] = x
		}
	}
}

// element returns S(i, j).
func (s *solve[T]) element(a dense.Matrix[T], i, j int) T {
	if !s.plain() {
		i, j = j, i
	}
	return a.Data[i*a.Stride+j]
}
