// Package tile cuts a matrix into tiles, each of which is a [task.Datum]: here, and only
// here, data meet tasks. A [Lower] keeps the lower triangle of a symmetric matrix in tiles of
// its own, in the panel format of package blas; a [Grid] cuts a row-major matrix into views of
// it. Neither computes anything: package lapack does, on tiles, in tasks.
//
// All positions and sizes are computed in 64 bits, whatever the size of an int.
package tile
