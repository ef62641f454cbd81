package dense

import (
	"fmt"
	"math/bits"
	"reflect"
	"runtime/debug"
)

// A SizeError says why a matrix of Rows x Cols elements of ElemSize bytes cannot be had.
type SizeError struct {
	Rows, Cols, ElemSize int
	Reason               string
}

// Error names the shape and the reason, in one line.
func (e *SizeError) Error() string {
	return fmt.Sprintf("dense: a %d x %d matrix of %d-byte elements: %s", e.Rows, e.Cols, e.ElemSize, e.Reason)
}

// lineSize is the alignment of what this package allocates: a cache line, and an AVX-512
// vector, of every machine heddle has kernels for.
const lineSize = 64

// careful is the size in bytes from which a request is held against the machine's memory.
// Below it the check (some small files read) would cost more than it is worth.
const careful = 1 << 28

// Make returns a zero rows x cols matrix as New does, or a *SizeError if rows or cols is
// negative, if the size overflows 64-bit arithmetic or the address space, or if it is known to
// exceed the memory that is free. It decides before it allocates, so nothing is touched in vain:
// past the check Go itself would abort the program, or the system would kill it. What is free is
// what Linux calls available, less if a control group or the process's own limits (ulimit -v)
// allow less; garbage of this program is collected before a request is refused on that ground.
// Elsewhere only the arithmetic is checked.
func Make[T Float](rows, cols int) (Matrix[T], error) {
	if err := Fits(rows, cols, elemSize[T]()); err != nil {
		return Matrix[T]{}, err
	}
	return Matrix[T]{Rows: rows, Cols: cols, Data: Aligned[T](rows * cols), Stride: max(1, cols)}, nil
}

// Fits returns the *SizeError with which Make would refuse a rows x cols matrix of elements of
// elemSize bytes, or nil. It allocates nothing: it is for matrices that are wanted together, each of
// which could be had.
func Fits(rows, cols, elemSize int) error {
	size, err := Bytes(rows, cols, elemSize)
	if err != nil {
		return err
	}
	return fits(rows, cols, elemSize, size, freeMemory)
}

// Bytes returns rows*cols*elemSize, the memory that a matrix takes, or a *SizeError if an operand
// is negative or the product exceeds what the address space can hold. It allocates nothing.
func Bytes(rows, cols, elemSize int) (int, error) {
	fail := func(reason string) (int, error) {
		return 0, &SizeError{rows, cols, elemSize, reason}
	}
	if rows < 0 || cols < 0 || elemSize < 0 {
		return fail("negative size")
	}
	hi, n := bits.Mul64(uint64(rows), uint64(cols))
	if hi != 0 {
		return fail("the number of elements overflows 64 bits")
	}
	hi, n = bits.Mul64(n, uint64(elemSize))
	if hi != 0 || n > addressSpace-lineSize {
		return fail("the size in bytes exceeds the address space")
	}
	return int(n), nil
}

// addressSpace is the most bytes that one Go allocation can have: 2^47 on 64-bit machines
// (runtime.maxAlloc is at least that on amd64 and arm64), 2^31 on 32-bit ones.
const addressSpace = 1 << (31 + 16*(^uint(0)>>63))

// fits holds a size against the memory that is free, where free can say.
func fits(rows, cols, elemSize, size int, free func() (uint64, bool)) error {
	if size < careful {
		return nil
	}
	have, known := free()
	if known && uint64(size) > have {
		debug.FreeOSMemory()
		have, known = free()
	}
	if known && uint64(size) > have {
		return &SizeError{rows, cols, elemSize,
			fmt.Sprintf("it takes %d bytes and %d are free", size, have)}
	}
	return nil
}

// elemSize returns the bytes of one element.
func elemSize[T Float]() int {
	var zero T
	if _, single := any(zero).(float32); single {
		return 4
	}
	return 8
}

// Aligned returns n zero elements, the first on a 64-byte boundary, with no capacity beyond
// them. Go promises that alignment for no slice, so a few elements more are allocated. On Linux
// large slices ask for pages of 2 MiB. It panics if n < 0.
func Aligned[T Float](n int) []T {
	if n == 0 {
		return nil
	}
	size := elemSize[T]()
	s := zeros[T](n + lineSize/size - 1)
	skip := int(-reflect.ValueOf(s).Pointer()&(lineSize-1)) / size
	return s[skip : skip+n : skip+n]
}
