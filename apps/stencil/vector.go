package stencil

import "heddle/internal/sell"

// Zero sets all elements to 0.
func (v Vector) Zero() { clear(v.Rows) }

// Dot returns the sum of x[i] y[i]. It adds in several partial sums, so that additions need not
// wait for each other; their order depends on the length alone.
func Dot(x, y []float64) float64 { return sell.Dot(x, y) }

// Scale computes y = x + b y. What lies ahead elements after what it reads will be needed next,
// and is fetched meanwhile; 0: nothing.
func Scale(y, x []float64, b float64, ahead int) { sell.Scale(y, x, b, ahead) }

// Axpy computes y += a x.
func Axpy(y, x []float64, a float64, ahead int) { sell.Axpy(y, x, a, ahead) }

// AxpyDot computes y += a x and returns y·y.
func AxpyDot(y, x []float64, a float64, ahead int) float64 { return sell.AxpyDot(y, x, a, ahead) }
