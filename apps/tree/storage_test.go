package tree

import "testing"

// TestStorage: what fronts hold that may be under way at once does not overlap.
func TestStorage(t *testing.T) {
	tr, err := New(Params{Levels: 5, Order: 800, Growth: 1.2})
	if err != nil {
		t.Fatal(err)
	}
	large := 0
	for i := range tr.nodes {
		x := &tr.nodes[i]
		if x.blocks != nil {
			large++
		}
		for j := range tr.nodes {
			y := &tr.nodes[j]
			if i == j {
				continue
			}
			if overlap(x.l.Data, y.l.Data) || overlap(x.l.Data, y.u.Data) || overlap(x.l.Data, y.panels()) || overlap(x.u.Data, y.panels()) {
				t.Errorf("fronts %d and %d overlap", i, j)
			}
			if d := above(i, j) + above(j, i); d < 2 && overlap(x.u.Data, y.u.Data) {
				t.Errorf("the updates of %d and %d overlap", i, j)
			} else if d == 0 && overlap(x.panels(), y.panels()) {
				t.Errorf("the panels of %d and %d overlap", i, j)
			}
		}
		if overlap(x.l.Data, x.u.Data) || overlap(x.l.Data, x.panels()) || overlap(x.u.Data, x.panels()) {
			t.Errorf("front %d overlaps itself", i)
		}
	}
	if large == 0 || large == len(tr.nodes) {
		t.Errorf("%d of %d fronts are large", large, len(tr.nodes))
	}
}

// panels returns the memory from the first panel of x to the last.
func (x *node) panels() []float64 {
	if x.blocks == nil {
		return nil
	}
	return x.blocks.panels[0][:x.blocks.size()]
}

// above returns by how many levels front i is above front j in the tree, 0 if it is not.
func above(i, j int) int {
	for d := 0; j >= i; d++ {
		if j == i {
			return d
		}
		j = (j - 1) / 2
	}
	return 0
}

// overlap tells whether writing to x changes y.
func overlap(x, y []float64) bool {
	for i := range x {
		x[i] = 1
	}
	for i := range y {
		y[i] = 2
	}
	for _, v := range x {
		if v != 1 {
			return true
		}
	}
	return false
}
