// Package kernel is the arithmetic that level 3 stands on: micro-kernels, packing, and the
// table of instruction sets from which one row is chosen at start. Everything above it is
// portable Go over one row.
//
// # Units
//
// All lengths, distances and strides are in elements. A pointer points to the first element
// that the call may touch. No function checks its arguments: package blas does.
//
// # Panels
//
// The panel format P_W of an m x k matrix cuts its rows into panels of W, the last one padded
// with zero rows. Panel r/W is stored as [k][W], so element (r, c) lies at
//
//	p[(r/W)*W*k + c*W + r%W]
//
// A panel starts at a multiple of 64 bytes. One packed copy serves both operands of GEMM: MR
// neighbouring panels (at any distance) are the vector operand, one panel is the broadcast
// operand. For AVX-512 W is 8 and the micro-tile 24 x 8 with float64; with float32 W is 16, and one
// panel of the broadcast operand makes two micro-tiles of 48 x 8.
//
// # Micro-kernels
//
// Gemm, GemmSet, GemmEdge and GemmEdgeSet compute, for panels p < mp at a + p*as, columns
// j < W, and i < W,
//
//	c[p*cp + j*cc + i] += alpha * sum over l < k of a[p*as + l*W + i] * b[l*W + j]
//
// Hence (cp, cc) = (W*n, W) updates an m x n matrix of panels, and (W, ldc) updates a row-major
// one whose columns are the vector operand (a holds B transposed, b holds A). A Set form stores
// alpha times the sum without reading c: it is beta = 0, and overwrites NaN. The Edge forms do
// one micro-tile of at most MR panels of which only nr columns and, in the last panel, only
// `last` rows are loaded and stored; the panels themselves are read whole, so their padding must
// hold numbers (zeros, as packed). c must not overlap a or b. k may be 0: then Gemm leaves c
// as it is (c + alpha*0) and GemmSet stores zeros.
//
// The Ahead forms are for operands beyond the second-level cache: they prefetch into it what comes
// next, and C a line every four columns of a micro-tile. From next on that is at most one row of
// the block to come for each micro-tile, a line every four columns: what is packed next is then
// there, and the wait for it is spent multiplying. Packing costs 10 % of a product of order 512
// without that, 5 with it. From panel on it is pace elements every four columns: a panel
// of the broadcast operand that is read next, or the place where one is packed. next and panel are
// only addresses: nothing is read. Claim does the same for lines that are about to be written: they
// come with the right to write them, which a store to a line of another core would wait for.
//
// The Rows forms take the broadcast operand from W rows, where it lies, instead of from a panel: element
// (l, j) is b[j*bs + l]. From after on they prefetch the beginning of at most one row for each micro-tile, of
// those that are broadcast next; then rows from next on, as the Ahead forms do, but as many as there is
// time for. GemmEdgeRows and GemmEdgeSetRows read all W rows, however few columns of C there are.
//
// Direct and DirectSet take row-major operands where they lie, of any shape; A may be transposed,
// since both of its strides are given. No operand needs alignment. Nothing outside the matrices
// is read or written. A call is cut into short calls of assembly, with blocks of rows and columns
// that suit the row. They win while B stays in cache (k*cols up to about 2^16 elements).
//
// # Factorization
//
// Trsm solves X * L' = A in place for W columns of X after k columns that are solved already;
// x points to column 0 of panel 0, so the W columns begin at x + k*W. l is the panel of L whose
// rows are those W columns, and inv holds the W reciprocals of L's diagonal there. L's strict
// upper triangle is not used: NaN there does not spread.
//
// Potrf is one step of a left-looking sweep over the W-wide block columns of a square matrix in
// panels, n columns with n a multiple of W (pad the last block with the identity), lower
// triangle. a points to column 0 of the panel that holds the diagonal block, mp panels at
// distance as = W*n follow from it, and k is the number of columns before the step. The step
// leaves columns k..k+W-1 of L in place and their W reciprocals 1/L(j,j) in inv. It returns 0, or
// 1 + the index, counted from column k, of the first pivot that is not > 0 and finite; then the
// matrix is half factored. The steps of one matrix must run in the order k = 0, W, 2W, ..., for
// inv = &d[0], &d[W], ... of one array of n elements: a step may work ahead on the lower
// triangle that follows, and the index it returns may therefore lie in the next block. The
// strict upper triangle of diagonal blocks may hold anything, on entry and on return, and does
// not reach the lower one. Pivots so small that their reciprocal overflows are factored by the Go
// twin and give the same quality of answer.
//
// # Packing
//
// PackT packs W rows of a row-major matrix, k columns, into one panel (a transposition). UnpackT
// is its inverse. PackTEdge and UnpackTEdge do so for rows < W rows: the padding rows of the
// panel are written as zeros, and not read back. UnpackLower writes the lower triangle of a
// W x W diagonal block of panels to row-major rows and does not touch what is above it;
// UnpackLowerEdge does its first n rows. PackN packs k rows of v*W contiguous values into v panels
// at distance ps (copies: the rows of the panel are the columns of the source), for any v;
// PackNEdge packs cols < W values a row into one panel and zeros the rest.
//
// # Rules for a row in assembly
//
// One call lasts at most about 10 microseconds at the sizes that blas uses, since assembly cannot
// be preempted; loops live in Go. Frames are empty, arguments are passed by pointer and never
// escape. Assembly is invisible to the race detector; in race builds the table wraps each function
// with package race. The Go twin of the same W is every row's definition: one test compares
// each function of each row with it and with a naive reference.
package kernel
