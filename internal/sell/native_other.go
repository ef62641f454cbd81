//go:build !amd64 || purego || race

package sell

// native returns no loops: there are none in assembly here, and none that the race detector sees.
func native() []loops { return nil }

// Below computes T = (D + L) x.
func Below(l *Line) { belowGo(l) }

// Above computes T = U x.
func Above(l *Line) { aboveGo(l) }

// AddAbove computes T += U x.
func AddAbove(l *Line) { addAboveGo(l) }

// Forward solves (D + L) x = R, row by row upwards.
func Forward(l *Line) { forwardGo(l) }

// ForwardFrom solves (D + L) x = R - T, row by row upwards.
func ForwardFrom(l *Line) { forwardFromGo(l) }

// Backward computes x -= (U x) / D, row by row downwards.
func Backward(l *Line) { backwardGo(l) }

// BackwardFrom computes x += (T - U x) / D, row by row downwards.
func BackwardFrom(l *Line) { backwardFromGo(l) }
