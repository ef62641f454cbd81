// Package matrixmarket reads and writes matrices in the Matrix Market exchange format
// (Boisvert, Pozo, Remington, "The Matrix Market Exchange Formats: Initial Design",
// NISTIR 5935, 1996), entry by entry: neither a [Reader] nor a [Writer] holds the matrix, so
// the caller decides what to make of it and a header that lies allocates nothing.
//
// Read: coordinate and array; general, symmetric and skew-symmetric; real, integer and
// pattern (whose entries are 1). Words of the header may be in any case, lines may end in
// CRLF, the last one in nothing, and comments and blank lines may stand anywhere after the
// first line. Exponents may be written the Fortran way (1.5D+03).
//
// Refused, with a [SyntaxError] that names file, line, reason and what to do: complex and
// hermitian matrices, values that are no finite number, positions outside the matrix, more
// or fewer entries than declared, a symmetric file with entries on both sides of the
// diagonal.
//
// A coordinate file may name a position twice. A Reader passes both on; the sum is the
// matrix's entry, as in SuiteSparse and SciPy.
package matrixmarket
