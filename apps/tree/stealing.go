package tree

import "heddle/task"

// stolen submits the tasks of front number at, each a block's: they follow the data, and any
// worker may take them.
func (t *Tree) stolen(s *task.Scope, at int) {
	x := &t.nodes[at]
	b := x.blocks
	data := make([][]task.Datum, b.rows())
	added := make([]task.Datum, b.rows()) // what children contribute to a row of blocks
	for i := range data {
		data[i] = make([]task.Datum, i+1)
		s.Go(func() { t.assemble(at, b.cut[i], b.cut[i+1]) }, added[i].Out(), task.Label("assemble"))
	}
	for p := range b.pivots {
		s.Try(func() error {
			if err := b.factor(p); err != nil {
				return t.failed(at, err)
			}
			return nil
		}, added[p].In(), data[p][p].InOut(), task.Label("potrf"), task.Priority(2))
		for i := p + 1; i < b.rows(); i++ {
			s.Go(func() { b.solve(i, p) }, added[i].In(), data[p][p].In(), data[i][p].InOut(), task.Label("trsm"), task.Priority(1))
		}
		for i := p + 1; i < b.rows(); i++ {
			for j := p + 1; j <= i; j++ {
				s.Go(func() { b.reduce(i, j, p) }, added[i].In(), data[i][p].In(), data[j][p].In(), data[i][j].InOut(), task.Label("update"))
			}
		}
	}
}
