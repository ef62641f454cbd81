//go:build !purego && !race

package sell

// native returns the loops in NEON, which every arm64 machine has.
func native() []loops {
	return []loops{{
		"NEON", belowNEON, aboveNEON, addAboveNEON,
		forwardNEON, forwardFromNEON, backwardNEON, backwardFromNEON,
	}}
}

// Below computes T = (D + L) x.
func Below(r *Run) { belowNEON(r) }

// Above computes T = U x.
func Above(r *Run) { aboveNEON(r) }

// AddAbove computes T += U x.
func AddAbove(r *Run) { addAboveNEON(r) }

// Forward solves (D + L) x = R, row by row upwards.
func Forward(r *Run) { forwardNEON(r) }

// ForwardFrom solves (D + L) x = R - T, row by row upwards.
func ForwardFrom(r *Run) { forwardFromNEON(r) }

// Backward computes x -= (U x) / D, row by row downwards.
func Backward(r *Run) { backwardNEON(r) }

// BackwardFrom computes x += (T - U x) / D, row by row downwards.
func BackwardFrom(r *Run) { backwardFromNEON(r) }
