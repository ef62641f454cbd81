//go:build (linux || darwin) && (amd64 || arm64)

package openblas

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Library is an OpenBLAS, set to one thread. It satisfies cholesky.Arithmetic: its methods work on
// column-major tiles of float64 whose leading dimension is their number of rows, and may be
// called by any number of goroutines at once. A call costs some 0.1 us beside the work on Linux and
// amd64, 0.4 elsewhere.
type Library struct {
	name                       string
	dpotrf, dtrsm, dsyrk, dgem uintptr
	dim                        []int32 // dim[n] is n: C takes integers by address
}

// arguments is how many a routine of BLAS takes at most.
const arguments = 13

// maxDim is the largest dimension of a tile.
const maxDim = 1<<16 - 1

// What C takes by address and never changes.
var (
	lower, right, transposed, plain, nonUnit = []byte("L"), []byte("R"), []byte("T"), []byte("N"), []byte("N")
	one, minusOne                            = []float64{1}, []float64{-1}
)

// Open loads the shared library at path. With coretype, where it is not "", OpenBLAS takes its
// kernels for that processor ("SkylakeX") instead of those of its own choice. A library that has
// been opened keeps its kernels until the process ends.
func Open(path, coretype string) (*Library, error) {
	if err := errors.Join(os.Setenv("OPENBLAS_NUM_THREADS", "1"), os.Unsetenv("OPENBLAS_CORETYPE")); err != nil {
		return nil, err
	}
	if coretype != "" {
		if err := os.Setenv("OPENBLAS_CORETYPE", coretype); err != nil {
			return nil, err
		}
	}
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("openblas: %w", err)
	}
	l := &Library{dim: make([]int32, maxDim+1)}
	for n := range l.dim {
		l.dim[n] = int32(n)
	}
	var threads, config, core uintptr
	for name, f := range map[string]*uintptr{
		"dpotrf_": &l.dpotrf, "dtrsm_": &l.dtrsm, "dsyrk_": &l.dsyrk, "dgemm_": &l.dgem,
		"openblas_set_num_threads": &threads, "openblas_get_config": &config, "openblas_get_corename": &core,
	} {
		if *f, err = purego.Dlsym(handle, name); err != nil {
			return nil, fmt.Errorf("openblas: %s is no OpenBLAS: %w", path, err)
		}
	}
	purego.SyscallN(threads, 1)
	var text func() string
	purego.RegisterFunc(&text, config)
	words := append(strings.Fields(text()), "", "")
	purego.RegisterFunc(&text, core)
	l.name = words[0] + " " + words[1] + " " + text()
	return l, nil
}

// Name returns the library's name, version and kernels: "OpenBLAS 0.3.21 SkylakeX".
func (l *Library) Name() string { return l.name }

// Potrf factors the lower triangle of the n x n tile a in place, and returns LAPACK's info: 0, or
// the order of the first leading minor that is not positive.
func (l *Library) Potrf(n int, a []float64) int {
	info := make([]int32, 1)
	call(l.dpotrf, char(lower), l.at(n), real(a), l.at(n), integer(info), 1)
	return int(info[0])
}

// Trsm computes B = B L^-T for the m x n tile b and the lower triangle of the n x n tile t.
func (l *Library) Trsm(m, n int, t, b []float64) {
	call(l.dtrsm, char(right), char(lower), char(transposed), char(nonUnit), l.at(m), l.at(n),
		real(one), real(t), l.at(n), real(b), l.at(m))
}

// Syrk computes C = C - A A^T in the lower triangle of the n x n tile c; a is n x k.
func (l *Library) Syrk(n, k int, a, c []float64) {
	call(l.dsyrk, char(lower), char(plain), l.at(n), l.at(k), real(minusOne), real(a), l.at(n),
		real(one), real(c), l.at(n))
}

// Gemm computes C = C - A B^T; c is m x n, a m x k, b n x k.
func (l *Library) Gemm(m, n, k int, a, b, c []float64) {
	call(l.dgem, char(plain), char(transposed), l.at(m), l.at(n), l.at(k), real(minusOne), real(a), l.at(m),
		real(b), l.at(n), real(one), real(c), l.at(m))
}

// at is the address of n; LAPACK wants leading dimensions of 1 at least.
func (l *Library) at(n int) uintptr { return uintptr(unsafe.Pointer(&l.dim[n])) }

// The addresses that C is given are of memory that the caller holds, or that is global: none can be
// freed, and Go does not move it, while the call lasts.

func real(x []float64) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(x))) }
func char(x []byte) uintptr    { return uintptr(unsafe.Pointer(unsafe.SliceData(x))) }
func integer(x []int32) uintptr {
	return uintptr(unsafe.Pointer(unsafe.SliceData(x)))
}
