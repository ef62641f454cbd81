package blas

import (
	"fmt"

	"heddle/dense"
	"heddle/internal/kernel"
)

// The rows of the kernel table that this machine can run, best first, and those in use. They
// change only in Select.
var (
	rows64 = kernel.Rows64()
	rows32 = kernel.Rows32()
	row64  = rows64[0]
	row32  = rows32[0]
)

// row returns the kernels in use for T.
func row[T dense.Float]() *kernel.Kernel[T] {
	if r, ok := any(row64).(*kernel.Kernel[T]); ok {
		return r
	}
	return any(row32).(*kernel.Kernel[T])
}

// Kernels returns the names of the instruction sets that this machine can run for float64, the one
// chosen at start first. The last is always "go", which needs none.
func Kernels() []string {
	names := make([]string, len(rows64))
	for i, r := range rows64 {
		names[i] = r.Name
	}
	return names
}

// Select makes every call use the kernels called name, until restore is called: for tests and
// measurements. For float32 it takes the row of that name or else "go". It must not be called
// while any other function of this package runs, and panels packed before it are not to be used
// after it: their width may differ.
func Select(name string) (restore func(), err error) {
	old64, old32 := row64, row32
	next := find(rows64, name)
	if next == nil {
		return nil, fmt.Errorf("blas: no kernels called %q on this machine; there are %v", name, Kernels())
	}
	row64, row32 = next, find(rows32, name)
	if row32 == nil {
		row32 = rows32[len(rows32)-1]
	}
	return func() { row64, row32 = old64, old32 }, nil
}

func find[T dense.Float](rows []*kernel.Kernel[T], name string) *kernel.Kernel[T] {
	for _, r := range rows {
		if r.Name == name {
			return r
		}
	}
	return nil
}
