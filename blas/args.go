package blas

import (
	"fmt"
	"math/bits"

	"heddle/dense"
)

// Transpose says whether an operand is taken as it is or transposed.
type Transpose byte

// The two forms of an operand.
const (
	NoTrans Transpose = iota
	Trans
)

// Side says on which side of the unknown the triangular matrix of Trsm stands.
type Side byte

// Left is A*X = B, Right is X*A = B.
const (
	Left Side = iota
	Right
)

// Diag says whether the diagonal of a triangular matrix is stored or known to be one.
type Diag byte

// With Unit the diagonal is not read.
const (
	NonUnit Diag = iota
	Unit
)

// Uplo names the triangle that is read and written; the other is left alone.
type Uplo = dense.Uplo

// The two triangles.
const (
	Lower = dense.Lower
	Upper = dense.Upper
)

// check panics unless m is a matrix: sizes not negative, stride at least max(1, columns), data
// long enough. Go's own bounds checks would come too late, after part of the work, and assembly
// has none.
func check[T dense.Float](routine, arg string, m *dense.Matrix[T]) {
	if m.Rows < 0 || m.Cols < 0 || m.Stride < max(1, m.Cols) || !longEnough(m) {
		badMatrix(routine, arg, m.Rows, m.Cols, m.Stride, len(m.Data))
	}
}

// longEnough reports whether the last element exists. The product is formed in 128 bits: a
// division would cost more than the whole of the other checks.
func longEnough[T dense.Float](m *dense.Matrix[T]) bool {
	if m.Rows == 0 || m.Cols == 0 {
		return true
	}
	hi, last := bits.Mul64(uint64(m.Rows-1), uint64(m.Stride))
	return hi == 0 && len(m.Data) >= m.Cols && last <= uint64(len(m.Data)-m.Cols)
}

// badMatrix says what is wrong with a matrix, if anything.
func badMatrix(routine, arg string, rows, cols, stride, length int) {
	switch {
	case rows == 0 && cols == 0 && stride == 0: // the zero Matrix is empty
		return
	case rows < 0:
		panic(fmt.Sprintf("blas: %s: %s.Rows < 0", routine, arg))
	case cols < 0:
		panic(fmt.Sprintf("blas: %s: %s.Cols < 0", routine, arg))
	case stride < max(1, cols):
		panic(fmt.Sprintf("blas: %s: ld%s < max(1, %s.Cols): %d < %d", routine, arg, arg, stride, max(1, cols)))
	}
	panic(fmt.Sprintf("blas: %s: %s.Data has %d elements, too few for %d x %d with stride %d",
		routine, arg, length, rows, cols, stride))
}

// badShape panics: the argument's shape does not go with the others'.
func badShape(routine, arg string, rows, cols, wantRows, wantCols int) {
	panic(fmt.Sprintf("blas: %s: %s is %d x %d, want %d x %d", routine, arg, rows, cols, wantRows, wantCols))
}

// checkEnum panics unless v is 0 or 1.
func checkEnum[E ~byte](routine, arg string, v E) {
	if v > 1 {
		panic(fmt.Sprintf("blas: %s: bad %s %d", routine, arg, v))
	}
}

// checkSquare panics unless m is square.
func checkSquare(routine, arg string, rows, cols int) {
	if rows != cols {
		badShape(routine, arg, rows, cols, rows, rows)
	}
}

// checkLen panics unless a slice of panels has at least want elements.
func checkLen(routine, arg string, have, want int) {
	if have < want {
		panic(fmt.Sprintf("blas: %s: len(%s) is %d, want %d", routine, arg, have, want))
	}
}

// checkSize panics if a dimension is negative.
func checkSize(routine string, dims ...int) {
	for _, d := range dims {
		if d < 0 {
			panic(fmt.Sprintf("blas: %s: negative size %d", routine, d))
		}
	}
}
