//go:build !purego && !race

package sell

import "heddle/internal/cpu"

// avx512 says that the machine has the instructions. Calls are direct, so that a Line may lie on
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
func Below(l *Line) {
	if avx512 {
		belowAVX512(l)
		return
	}
	belowGo(l)
}

// Above computes T = U x.
func Above(l *Line) {
	if avx512 {
		aboveAVX512(l)
		return
	}
	aboveGo(l)
}

// AddAbove computes T += U x.
func AddAbove(l *Line) {
	if avx512 {
		addAboveAVX512(l)
		return
	}
	addAboveGo(l)
}

// Forward solves (D + L) x = R, row by row upwards.
func Forward(l *Line) {
	if avx512 {
		forwardAVX512(l)
		return
	}
	forwardGo(l)
}

// ForwardFrom solves (D + L) x = R - T, row by row upwards.
func ForwardFrom(l *Line) {
	if avx512 {
		forwardFromAVX512(l)
		return
	}
	forwardFromGo(l)
}

// Backward computes x -= (U x) / D, row by row downwards.
func Backward(l *Line) {
	if avx512 {
		backwardAVX512(l)
		return
	}
	backwardGo(l)
}

// BackwardFrom computes x += (T - U x) / D, row by row downwards.
func BackwardFrom(l *Line) {
	if avx512 {
		backwardFromAVX512(l)
		return
	}
	backwardFromGo(l)
}
