//go:build (!amd64 && !arm64) || purego || race

package sell

// native returns no loops: there are none in assembly here, and none that the race detector sees.
func native() []loops { return nil }

// Below computes T = (D + L) x.
func Below(r *Run) { belowGo(r) }

// Above computes T = U x.
func Above(r *Run) { aboveGo(r) }

// AddAbove computes T += U x.
func AddAbove(r *Run) { addAboveGo(r) }

// Forward solves (D + L) x = R, row by row upwards.
func Forward(r *Run) { forwardGo(r) }

// ForwardFrom solves (D + L) x = R - T, row by row upwards.
func ForwardFrom(r *Run) { forwardFromGo(r) }

// Backward computes x -= (U x) / D, row by row downwards.
func Backward(r *Run) { backwardGo(r) }

// BackwardFrom computes x += (T - U x) / D, row by row downwards.
func BackwardFrom(r *Run) { backwardFromGo(r) }

func nativeVectors() []vectors { return nil }

// Axpy computes y += a x; x is as long as y. What lies ahead elements further on is fetched.
func Axpy(y, x []float64, a float64, ahead int) { axpyGo(y, x, a, ahead) }

// Scale computes y = x + a y.
func Scale(y, x []float64, a float64, ahead int) { scaleGo(y, x, a, ahead) }

// AxpyDot computes y += a x and returns y·y.
func AxpyDot(y, x []float64, a float64, ahead int) float64 { return axpyDotGo(y, x, a, ahead) }

// Dot returns x·y. The order of its additions depends on the length alone.
func Dot(x, y []float64) float64 { return dotGo(x, y) }
