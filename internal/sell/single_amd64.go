//go:build !purego && !race

package sell

// saxpyMost is how many elements one call in assembly works on, which cannot be preempted: some
// microseconds.
const saxpyMost = 1 << 14

// Saxpy computes y += a x; x is as long as y.
func Saxpy(y, x []float32, a float32) {
	x = x[:len(y)]
	if best >= inAVX2 {
		for len(y) >= 32 {
			n := min(len(y)&^31, saxpyMost)
			saxpyAVX2(n, &y[0], &x[0], a)
			y, x = y[n:], x[n:]
		}
	}
	saxpyGo(y, x, a)
}
