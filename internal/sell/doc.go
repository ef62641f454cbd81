// Package sell holds the loops over lines of rows of a sparse matrix in sliced ELLPACK format,
// SELL-8 (Kreutzer et al., SIAM J. Sci. Comput. 36, 2014): the values of 8 rows lie together,
// entry by entry, so that the rows are the lanes of a vector. Rows of a line follow each other,
// and all have their entries at the same distances from the diagonal, which are given once, in
// place of an index for each entry.
//
// What is below the diagonal, L, and above it, U, are separate. Each has four groups of three
// entries that meet neighbouring elements of x, and one entry that meets the element beside the
// row's own, the last one before it for L and the next one after it for U. A slice is [13][8]
// values: the groups in order, then that entry. The last slice of a line has unused lanes if the
// number of rows is no multiple of 8; what lies there is not used.
//
// Entries that would meet an element beside the ends of the line, of x in a group or of x
// itself, are not used, and those elements are not read: somebody else may be writing them.
//
// A sweep of Gauss-Seidel depends on itself along the line: x(i) needs x(i-1). All else in it are
// sums over other lines, in vectors. What remains, x(i) = c(i) + w(i) x(i-1), is a chain of maps:
// in assembly it is solved eight rows at a time by a scan. That multiplies values w, entry over
// diagonal, up to eight of them; where a row has one beyond 1e38 these overflow.
//
// Beside these there are loops over vectors, which an iterative method does between products, and
// SAXPY, one float32 program's whole work, in AVX2 and in Go.
//
// The loops are in assembly for AVX-512, for AVX2 with FMA and for NEON, and in Go for everything else;
// which of them run is decided once, at start. Those in assembly compute the same numbers on every
// machine, but for the sign of a zero: the others take the steps of AVX-512 with two or four vectors
// in place of one. The twin in Go adds in the same order, but assembly rounds a product and a sum
// once and solves by a scan; so the last bits differ. One program uses one of them for everything.
package sell
