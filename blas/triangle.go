package blas

import (
	"math"

	"heddle/dense"
)

// packTriangle packs S as the lower triangle of panels, padded with the identity; an upper S with
// rows and columns in reverse order, which makes it lower.
func (s *solve[T]) packTriangle(a dense.Matrix[T], l []T) {
	n, w := a.Rows, s.row.W
	step := w * roundUp(n, w)
	if !s.backward() {
		packLower(s.row, !s.plain(), n, a.Data, a.Stride, l, step)
		return
	}
	down, right := a.Stride, 1 // from S(i, j) to S(i+1, j) and S(i, j+1)
	if !s.plain() {
		down, right = right, down
	}
	last := (n - 1) * (a.Stride + 1)
	for i := 0; i < n; i += w {
		rows := min(w, n-i)
		for j := range i + rows {
			col := l[i/w*step+j*w:][:w]
			from := max(0, j-i)
			clear(col)
			for r, at := from, last-(i+from)*down-j*right; r < rows; r, at = r+1, at-down {
				col[r] = a.Data[at]
			}
		}
		for j := rows; j < w; j++ {
			col := l[i/w*step+(i+j)*w:][:w]
			clear(col)
			col[j] = 1
		}
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
