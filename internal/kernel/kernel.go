package kernel

// Float is the set of element types.
type Float interface{ float32 | float64 }

// Kernel is one row of the kernel table: the arithmetic of one instruction set for one
// element type. The package comment says what each function computes.
type Kernel[T Float] struct {
	Name string // "avx512", "avx2", "neon" or "go"
	W    int    // rows of a panel
	MR   int    // most panels that one micro-tile joins

	// Gemm adds alpha * A * B' to C, mp panels by one panel.
	Gemm func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T)
	// GemmSet is Gemm without reading C.
	GemmSet func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T)
	// GemmAhead and GemmSetAhead are Gemm and GemmSet that meanwhile prefetch what is packed next:
	// rows rows of `lines` cache lines, ld apart, from next on, and from panel on, pace elements for
	// every four columns of a micro-tile. nil in rows that do not need it.
	GemmAhead, GemmSetAhead func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T, next *T, rows, lines, ld int, panel *T, pace int)
	// GemmRows and GemmSetRows are Gemm and GemmSet for a broadcast operand that lies in W rows, bs apart.
	// They prefetch what is packed next, as GemmAhead does, and the beginning of afterRows rows, bs
	// apart, from after on. nil as GemmAhead.
	// GemmEdgeRows and GemmEdgeSetRows are GemmEdge and GemmEdgeSet for such an operand.
	GemmRows, GemmSetRows         func(k, mp int, a *T, as int, b *T, bs int, c *T, cp, cc int, alpha T, after *T, afterRows int, next *T, rows, lines, ld int)
	GemmEdgeRows, GemmEdgeSetRows func(k, v int, a *T, as int, b *T, bs int, c *T, cp, cc int, alpha T, nr, last int)
	// GemmEdge is Gemm for v <= MR panels, nr <= W columns, the last panel only `last` of W rows.
	GemmEdge func(k, v int, a *T, as int, b, c *T, cp, cc int, alpha T, nr, last int)
	// GemmEdgeSet is GemmEdge without reading C.
	GemmEdgeSet func(k, v int, a *T, as int, b, c *T, cp, cc int, alpha T, nr, last int)

	// Direct adds alpha * A * B to C, all row-major: C is rows x cols, A(i, l) is at
	// a[i*ars + l*acs], B is k x cols.
	Direct func(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T)
	// DirectSet is Direct without reading C.
	DirectSet func(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T)

	// Claim prefetches `lines` cache lines from p on, to be written soon. nil in rows that cannot.
	Claim func(lines int, p *T)
	// Trsm solves X * L' = A in place for columns k..k+W-1 of mp panels.
	Trsm func(k, mp int, x *T, xs int, l, inv *T)
	// Potrf is one step of a Cholesky sweep: columns k..k+W-1, mp panels from the diagonal block on.
	Potrf func(k, mp int, a *T, as int, inv *T) int

	// PackT packs W rows of k elements, lda apart, into one panel.
	PackT func(k int, a *T, lda int, p *T)
	// PackTEdge packs rows < W rows of k elements into one panel; the other rows become zero.
	PackTEdge func(rows, k int, a *T, lda int, p *T)
	// UnpackT writes one panel of k columns to W row-major rows.
	UnpackT func(k int, a *T, lda int, p *T)
	// UnpackTEdge writes the first rows < W rows of one panel.
	UnpackTEdge func(rows, k int, a *T, lda int, p *T)
	// UnpackLower writes the lower triangle of a W x W block of a panel to row-major rows.
	UnpackLower func(a *T, lda int, p *T)
	// UnpackLowerEdge writes the first n <= W rows of that triangle.
	UnpackLowerEdge func(n int, a *T, lda int, p *T)
	// PackN packs k rows of v*W contiguous elements into v panels at distance ps.
	PackN func(k, v int, a *T, lda int, p *T, ps int)
	// PackNEdge packs k rows of cols < W elements into one panel; the rest becomes zero.
	PackNEdge func(k, cols int, a *T, lda int, p *T)

	// Peak runs about n fused multiply-adds of full vectors that depend on nothing in memory and
	// returns the floating-point operations done: the machine's limit is their rate. n of 1e6
	// lasts well under a millisecond.
	Peak func(n int) (flops int)
}
