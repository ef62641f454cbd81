package lapack

import (
	"fmt"
	"math/bits"

	"heddle/blas"
	"heddle/dense"
	"heddle/task"
)

// checkCall panics unless there is a runtime, and uplo is a triangle.
func checkCall(routine string, rt *task.Runtime, uplo blas.Uplo) {
	if rt == nil {
		panic("lapack: " + routine + ": rt is nil")
	}
	if uplo != blas.Lower && uplo != blas.Upper {
		panic(fmt.Sprintf("lapack: %s: bad uplo %d", routine, uplo))
	}
}

// checkSquare panics if a is not a square matrix with a stride and elements to match.
func checkSquare[T dense.Float](routine string, a dense.Matrix[T]) {
	if a.Rows != a.Cols {
		panic("lapack: " + routine + ": a is not square")
	}
	checkMatrix(routine, "a", a)
}

// checkMatrix panics if m's fields contradict each other.
func checkMatrix[T dense.Float](routine, name string, m dense.Matrix[T]) {
	switch {
	case m.Rows < 0 || m.Cols < 0:
		panic("lapack: " + routine + ": " + name + " has a negative size")
	case m.Rows == 0 || m.Cols == 0:
	case m.Stride < m.Cols:
		panic("lapack: " + routine + ": " + name + " has stride < cols")
	default:
		// In 128 bits: nobody has allocated a matrix yet.
		if hi, last := bits.Mul64(uint64(m.Rows-1), uint64(m.Stride)); hi > 0 || len(m.Data) < m.Cols || last > uint64(len(m.Data)-m.Cols) {
			panic("lapack: " + routine + ": " + name + " is short of elements")
		}
	}
}

// checkSolve panics if a and b are not the operands of a solve.
func checkSolve[T dense.Float](routine string, a, b dense.Matrix[T]) {
	checkSquare(routine, a)
	checkMatrix(routine, "b", b)
	if b.Rows != a.Rows {
		panic("lapack: " + routine + ": a and b have different numbers of rows")
	}
}
