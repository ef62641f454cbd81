package sell

// saxpyGo computes y += a x.
func saxpyGo(y, x []float32, a float32) {
	for len(x) >= 8 && len(y) >= 8 {
		y[0] += a * x[0]
		y[1] += a * x[1]
		y[2] += a * x[2]
		y[3] += a * x[3]
		y[4] += a * x[4]
		y[5] += a * x[5]
		y[6] += a * x[6]
		y[7] += a * x[7]
		x, y = x[8:], y[8:]
	}
	for i, xi := range x[:len(y)] {
		y[i] += a * xi
	}
}
