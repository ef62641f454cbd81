package hpcg

import (
	"math"
	"slices"

	"heddle/apps/stencil"
	"heddle/dense"
	"heddle/task"
)

const (
	levels = 4 // of the multigrid cycle: the grid is halved three times

	// Levels below this many rows are smoothed by a single task.
	few = 4096

	// Coarser levels are cut into blocks of about this many rows, if those of the finest
	// level are as large: 1 to 2 us of work.
	least = 256
)

// level is one grid of the multigrid cycle, for the system A x = r.
type level struct {
	nx, ny, nz int
	a          *stencil.Matrix
	cut        *stencil.Cut
	rows       [][]rows // of each block, in order
	r, x       stencil.Vector
	t          stencil.Vector // U x of old, which the forward sweep leaves to the backward one, or x before that

	// Of each block: see stencil.Cut.
	near, before, after, later [][]int
	waves, backWaves           [][]int // blocks that may be swept at the same time, in order

	coarser [][]int     // of each block: the next level's blocks that it is corrected by
	finer   [][]int     // of each block: the last level's blocks that its r is computed from
	work    [][]float64 // of each block: a line of the last level

	dr, dx []task.Datum // of the blocks of r; of x and t
}

// newLevel makes a level whose blocks have about block lines in y and in z.
func newLevel(nx, ny, nz, block int) (*level, error) {
	a, err := stencil.Laplace27(nx, ny, nz, 26)
	if err != nil {
		return nil, err
	}
	v := &level{nx: nx, ny: ny, nz: nz, a: a, cut: stencil.Slanted(ny, nz, block, block)}
	v.r, v.x, v.t = a.NewVector(), a.NewVector(), a.NewVector()
	n := len(v.cut.Blocks)
	v.cutRows()
	v.dr, v.dx = make([]task.Datum, n), make([]task.Datum, n)
	for b := range n {
		v.near = append(v.near, v.cut.Near(b))
		v.before = append(v.before, v.cut.Before(b))
		v.after = append(v.after, v.cut.After(b))
		v.later = append(v.later, v.cut.Later(b))
	}
	v.waves = waves(v.before, false)
	v.backWaves = waves(v.after, true)
	return v, nil
}

// rows are the rows lo <= i < hi, whole lines.
type rows struct {
	lo, hi     int
	next, last int // a row of the line that follows in order of blocks, and of the one before; -1: none
}

// ahead returns how many rows after these the next ones are.
func (r rows) ahead() int {
	if r.next < 0 {
		return 0
	}
	return r.next - r.lo
}

// cutRows sets v.rows.
func (v *level) cutRows() {
	last := -1
	var before *rows
	for _, lines := range v.cut.Blocks {
		var all []rows
		for _, s := range lines {
			all = append(all, rows{s.Lo * v.nx, s.Hi * v.nx, -1, last})
			last = s.Hi*v.nx - 1
		}
		for k := range all {
			if before != nil {
				before.next = all[k].lo
			}
			before = &all[k]
		}
		v.rows = append(v.rows, all)
	}
}

// newLevels makes all levels, the finest first.
func newLevels(nx, ny, nz, block int) ([]*level, error) {
	var all []*level
	rows := min(least, block*block*nx)
	for l := range levels {
		x, y, z := nx>>l, ny>>l, nz>>l
		size := block
		if l > 0 {
			size = max(block>>l, int(math.Ceil(math.Sqrt(float64(rows)/float64(x)))))
		}
		if l > 0 && x*y*z < few {
			size = max(y, z) * 2 // one block
		}
		v, err := newLevel(x, y, z, size)
		if err != nil {
			return nil, err
		}
		if l > 0 {
			join(all[l-1], v)
		}
		all = append(all, v)
	}
	return all, nil
}

// join says which blocks of one level meet which of the next.
func join(fine, coarse *level) {
	fine.coarser = make([][]int, len(fine.cut.Blocks))
	coarse.finer = make([][]int, len(coarse.cut.Blocks))
	for range coarse.cut.Blocks {
		coarse.work = append(coarse.work, dense.Aligned[float64](fine.nx))
	}
	for l := range coarse.ny * coarse.nz {
		b, f := coarse.cut.Of(l), fine.cut.Of(fine.lineOf(coarse, l))
		fine.coarser[f] = insert(fine.coarser[f], b)
		for _, n := range fine.near[f] {
			coarse.finer[b] = insert(coarse.finer[b], n)
		}
	}
}

// lineOf returns the line of v that has every second point of line l of the next level.
func (v *level) lineOf(coarse *level, l int) int {
	return 2*(l/coarse.ny)*v.ny + 2*(l%coarse.ny)
}

// shared reports whether every second point of line l is one of the next level.
func (v *level) shared(l int) bool { return l%v.ny%2 == 0 && l/v.ny%2 == 0 }

// waves sorts blocks into waves: each block comes after those that it needs.
func waves(needs [][]int, backwards bool) [][]int {
	at := make([]int, len(needs))
	var w [][]int
	for k := range needs {
		b := k
		if backwards {
			b = len(needs) - 1 - k
		}
		for _, n := range needs[b] {
			at[b] = max(at[b], at[n]+1)
		}
		if at[b] == len(w) {
			w = append(w, nil)
		}
		w[at[b]] = append(w[at[b]], b)
	}
	return w
}

// insert adds x to the ascending numbers s if it is not among them.
func insert(s []int, x int) []int {
	k, found := slices.BinarySearch(s, x)
	if found {
		return s
	}
	return slices.Insert(s, k, x)
}
