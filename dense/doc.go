// Package dense holds a matrix as a value: a view of a slice with a stride, row by row.
// It knows shapes, norms and how to fill a matrix with numbers that are the same on every
// machine; arithmetic is in package blas, factorizations in package lapack.
package dense
