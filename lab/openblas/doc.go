// Package openblas lets heddle's own strategies run on the kernels that its rivals run on: it
// loads OpenBLAS at run time, without cgo, and calls it. So the runtimes can be compared with the
// arithmetic held fixed.
//
// It is there on Linux and macOS, on amd64 and arm64; elsewhere Open returns an error.
package openblas
