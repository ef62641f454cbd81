//go:build !((linux || darwin) && (amd64 || arm64))

package openblas

import "errors"

// Library is an OpenBLAS, which there is none of on this platform.
type Library struct{}

// Open returns an error on this platform.
func Open(path, coretype string) (*Library, error) {
	return nil, errors.New("openblas: libraries are loaded on Linux and macOS, on amd64 and arm64, alone")
}

// Tuned is an OpenBLAS, which there is none of on this platform.
type Tuned struct{}

// OpenTuned returns an error on this platform.
func OpenTuned(path string, coretypes ...string) (*Tuned, error) {
	_, err := Open(path, "")
	return nil, err
}

// ForTile panics: there is no Library.
func (*Tuned) ForTile(nb int) *Library { panic("openblas: no library") }

// Name returns "".
func (*Library) Name() string { return "" }

// Potrf panics: there is no Library.
func (*Library) Potrf(n int, a []float64) int { panic("openblas: no library") }

// Trsm panics: there is no Library.
func (*Library) Trsm(m, n int, t, b []float64) { panic("openblas: no library") }

// Syrk panics: there is no Library.
func (*Library) Syrk(n, k int, a, c []float64) { panic("openblas: no library") }

// Gemm panics: there is no Library.
func (*Library) Gemm(m, n, k int, a, b, c []float64) { panic("openblas: no library") }
