// Package gemm multiplies matrices on a runtime's workers, in the ways that a scheduler can offer:
// tasks that share nothing and compose with whatever else runs, a team that shares packed panels
// between barriers, and a product that idle workers join and leave. The arithmetic is package
// blas's in all of them, and all but NoCopy give the same bits: those of blas.Gemm.
//
// Malleable is the one to use. The others are there to be compared with it, as the parity study
// of the oneTBB and OpenMP backends of oneMKL compares the first two.
package gemm
