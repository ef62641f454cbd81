package hpcg

import "heddle/apps"

// Work counts flops as the official report does, whatever is really computed, and the bytes
// that really must move. Before the first run of a while-loop it counts as many iterations as
// there may be, then those of the last run.
func (p *problem) Work() apps.Work {
	k := p.params.Iterations
	if p.tolerance > 0 && len(p.residuals) > 0 {
		k = len(p.residuals) - 1
	}
	entries, rows := float64(p.levels[0].a.NNZ), float64(p.levels[0].a.Rows)
	once := 2*entries + 4*rows               // a product with A, an update, a sum
	each := 2*entries + 3*4*rows             // a product with A, three updates, three sums
	start := p.levels[0].moved(2) + 4*8*rows // A, D, x, b; r
	bytes := p.levels[0].moved(2) + 3*8*rows // A, D, p; q
	bytes += (1 + 3 + 6) * 8 * rows          // r for r·z; z, p; p, and then p, q, x, r; x, r
	for l, v := range p.levels {
		each += v.flops(l == levels-1)
		bytes += v.bytes(l == levels-1)
	}
	return apps.Work{
		Tasks: len(p.levels[0].cut.Blocks) + 1 + k*p.tasksInStep(),
		Flops: once + float64(k)*each,
		Bytes: start + float64(k)*bytes,
	}
}

// flops counts the cycle's on one level: two for each entry in every sweep and in the
// residual.
func (v *level) flops(last bool) float64 {
	if last {
		return 4 * float64(v.a.NNZ)
	}
	return (4 + 2 + 4) * float64(v.a.NNZ)
}

// moved is the bytes of as many halves of the matrix, without the diagonal.
func (v *level) moved(halves float64) float64 {
	below, above := v.a.Bytes()
	return halves * float64(below+above) / 2
}

// bytes counts the cycle's on one level, where each step reads its operands from memory and
// writes its results to it once.
func (v *level) bytes(last bool) float64 {
	vector := 8 * float64(v.a.Rows)
	pre := v.moved(1) + 3*vector // L, r, 1/D; x
	pre += v.moved(1) + 3*vector // U, 1/D, x; x
	if last {
		return pre
	}
	residual := v.moved(1)/4 + vector*(2+1.0/8) // L, D, r, t in every fourth line, x; t there, r of the next level
	prolong := vector * (2.0/4 + 1.0/8)         // x in every fourth line, x of the next level; x
	post := v.moved(2) + 5*vector               // U, r, x, L, 1/D; t, x
	post += v.moved(1) + 4*vector               // U, t, x, 1/D; x
	return pre + residual + prolong + post
}

// tasksInStep counts the tasks of an iteration.
func (p *problem) tasksInStep() int {
	n := 3*len(p.levels[0].cut.Blocks) + 3
	for l, v := range p.levels[:p.tail] {
		n += 5 * len(v.cut.Blocks)
		if l > 0 {
			n += len(v.cut.Blocks) // restrict
		}
	}
	return n + 1 // coarse levels
}
