// Package products measures matrix products on several workers: one product C = A*B in every mode
// that package gemm has, in float64 and float32, beside threaded OpenBLAS, in one interleaved run.
// Records say what packed copies of operands took: that is what the modes trade.
package products
