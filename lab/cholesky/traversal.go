package cholesky

// operations is what a traversal asks for, in an order that a serial execution may take.
type operations interface {
	potrf(k int)        // factors tile (k, k)
	trsm(i, k int)      // finishes tile (i, k), i > k, after potrf(k) and all updates of the tile
	update(i, j, k int) // subtracts step k from tile (i, j), i >= j > k, after trsm(i, k) and trsm(j, k)
}

// A traversal is an order in which the tiles of a matrix of t tiles a side are visited. The variants
// of the table are right-looking: a tile of L, once finished, is subtracted at once from all that
// need it. The others do the same operations, and those on one tile in the same order, so that
// results agree in every bit.
type traversal struct {
	name string // suffix of a variant's name
	doc  string
	walk func(t int, o operations)
	// phases does the same in phases that barriers separate: each runs f for the numbers from lo
	// to hi-1, in any order, and waits. potrf is done between phases.
	phases func(t int, o operations, each func(lo, hi int, f func(x int)), potrf func(k int) error) error
}

// leftLooking visits columns: what is to be subtracted from a column is fetched when its turn
// comes, and nothing to the right of it has been touched before.
var leftLooking = traversal{
	name: "left", doc: "left-looking: a column fetches its updates when its turn comes",
	walk: func(t int, o operations) {
		for j := range t {
			for k := range j {
				o.update(j, j, k)
			}
			o.potrf(j)
			for i := j + 1; i < t; i++ {
				for k := range j {
					o.update(i, j, k)
				}
				o.trsm(i, j)
			}
		}
	},
	phases: func(t int, o operations, each func(lo, hi int, f func(int)), potrf func(int) error) error {
		for j := range t {
			each(j, t, func(i int) {
				for k := range j {
					o.update(i, j, k)
				}
			})
			if err := potrf(j); err != nil {
				return err
			}
			each(j+1, t, func(i int) { o.trsm(i, j) })
		}
		return nil
	},
}

// topLooking visits rows: each is finished from left to right, its diagonal tile last, and nothing
// below it has been touched before. A row is a chain: what can run at once in a phase is the
// updates that a finished tile brings to those right of it.
var topLooking = traversal{
	name: "top", doc: "top-looking: a row is finished from left to right, its diagonal last",
	walk: func(t int, o operations) {
		for i := range t {
			for j := range i {
				for k := range j {
					o.update(i, j, k)
				}
				o.trsm(i, j)
			}
			for k := range i {
				o.update(i, i, k)
			}
			o.potrf(i)
		}
	},
	phases: func(t int, o operations, each func(lo, hi int, f func(int)), potrf func(int) error) error {
		for i := range t {
			for j := range i {
				o.trsm(i, j)
				each(j+1, i+1, func(c int) { o.update(i, c, j) })
			}
			if err := potrf(i); err != nil {
				return err
			}
		}
		return nil
	},
}

// direct does operations at once, on the calling goroutine: what the bodies of phases do.
type direct struct{ p *Problem }

func (d direct) potrf(int)          { panic("cholesky: a phase that factors") }
func (d direct) trsm(i, k int)      { d.p.Trsm(i, k) }
func (d direct) update(i, j, k int) { d.p.Update(i, j, k) }
