//go:build !purego && !race

package sell

import "heddle/internal/cpu"

// An isa is instructions that there are loops in.
type isa int

const (
	inGo isa = iota
	inAVX2
	inAVX512
)

// best is the instructions that are used. Calls are direct, so that a Run may lie on its caller's
// stack.
var best = choose(cpu.Detect())

func choose(f cpu.Features) isa {
	switch {
	case f.AVX512:
		return inAVX512
	case f.AVX2:
		return inAVX2
	}
	return inGo
}

// native returns the loops in assembly that this machine can run.
func native() []loops {
	return []loops{
		{
			"AVX2", belowAVX2, aboveAVX2, addAboveAVX2,
			forwardAVX2, forwardFromAVX2, backwardAVX2, backwardFromAVX2,
		},
		{
			"AVX-512", belowAVX512, aboveAVX512, addAboveAVX512,
			forwardAVX512, forwardFromAVX512, backwardAVX512, backwardFromAVX512,
		},
	}[:best]
}

// Below computes T = (D + L) x.
func Below(r *Run) {
	switch best {
	case inAVX512:
		belowAVX512(r)
	case inAVX2:
		belowAVX2(r)
	default:
		belowGo(r)
	}
}

// Above computes T = U x.
func Above(r *Run) {
	switch best {
	case inAVX512:
		aboveAVX512(r)
	case inAVX2:
		aboveAVX2(r)
	default:
		aboveGo(r)
	}
}

// AddAbove computes T += U x.
func AddAbove(r *Run) {
	switch best {
	case inAVX512:
		addAboveAVX512(r)
	case inAVX2:
		addAboveAVX2(r)
	default:
		addAboveGo(r)
	}
}

// Forward solves (D + L) x = R, row by row upwards.
func Forward(r *Run) {
	switch best {
	case inAVX512:
		forwardAVX512(r)
	case inAVX2:
		forwardAVX2(r)
	default:
		forwardGo(r)
	}
}

// ForwardFrom solves (D + L) x = R - T, row by row upwards.
func ForwardFrom(r *Run) {
	switch best {
	case inAVX512:
		forwardFromAVX512(r)
	case inAVX2:
		forwardFromAVX2(r)
	default:
		forwardFromGo(r)
	}
}

// Backward computes x -= (U x) / D, row by row downwards.
func Backward(r *Run) {
	switch best {
	case inAVX512:
		backwardAVX512(r)
	case inAVX2:
		backwardAVX2(r)
	default:
		backwardGo(r)
	}
}

// BackwardFrom computes x += (T - U x) / D, row by row downwards.
func BackwardFrom(r *Run) {
	switch best {
	case inAVX512:
		backwardFromAVX512(r)
	case inAVX2:
		backwardFromAVX2(r)
	default:
		backwardFromGo(r)
	}
}
