package blas

// directArea is the most elements of B that direct takes: up to there B stays in the second-level
// cache and packing costs more than it saves.
const directArea = 256 * 264

// direct computes the product where A and B lie, W rows of C a call; B is not transposed.
func (g *product[T]) direct() {
	w := g.row.W
	ars, acs := g.a.ld, 1
	if g.a.trans {
		ars, acs = 1, g.a.ld
	}
	call := g.row.Direct
	if g.set {
		call = g.row.DirectSet
	}
	for i := 0; i < g.m; {
		rows := directRows(g.m-i, w)
		call(rows, g.n, g.k, &g.a.data[i*ars], ars, acs, &g.b.data[0], g.b.ld, &g.c[i*g.ldc], g.ldc, g.alpha)
		i += rows
	}
}

// directRows returns how many of the rows left the next call takes: w, but of w+1 to w+w/2-1 about
// half, since a block with few rows spends its time loading B (9 = 5+4 beats 8+1).
func directRows(left, w int) int {
	if left > w && left < w+w/2 {
		return (left + 1) / 2
	}
	return min(left, w)
}
