//go:build !purego && !race

package sell

import "heddle/internal/cpu"

// avx512 says that the machine has the instructions. Calls are direct, so that a Run may lie on
// its caller's stack.
var avx512 = cpu.Detect().AVX512

// native returns the loops in assembly that this machine can run.
func native() []loops {
	if !avx512 {
		return nil
	}
	return []loops{{
		"AVX-512", belowAVX512, aboveAVX512, addAboveAVX512,
		forwardAVX512, forwardFromAVX512, backwardAVX512, backwardFromAVX512,
	}}
}

// Below computes T = (D + L) x.
func Below(r *Run) {
	if avx512 {
		belowAVX512(r)
		return
	}
	belowGo(r)
}

// Above computes T = U x.
func Above(r *Run) {
	if avx512 {
		aboveAVX512(r)
		return
	}
	aboveGo(r)
}

// AddAbove computes T += U x.
func AddAbove(r *Run) {
	if avx512 {
		addAboveAVX512(r)
		return
	}
	addAboveGo(r)
}

// Forward solves (D + L) x = R, row by row upwards.
func Forward(r *Run) {
	if avx512 {
		forwardAVX512(r)
		return
	}
	forwardGo(r)
}

// ForwardFrom solves (D + L) x = R - T, row by row upwards.
func ForwardFrom(r *Run) {
	if avx512 {
		forwardFromAVX512(r)
		return
	}
	forwardFromGo(r)
}

// Backward computes x -= (U x) / D, row by row downwards.
func Backward(r *Run) {
	if avx512 {
		backwardAVX512(r)
		return
	}
	backwardGo(r)
}

// BackwardFrom computes x += (T - U x) / D, row by row downwards.
func BackwardFrom(r *Run) {
	if avx512 {
		backwardFromAVX512(r)
		return
	}
	backwardFromGo(r)
}
