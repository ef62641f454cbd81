package lapack

const largestTile = 512

func serialTime(n int) float64 { return float64(n) * float64(n) * float64(n) / 3 / 60 }

func tiledTime(n, nb, workers int) float64 {
	t := float64((n + nb - 1) / nb)
	b := float64(nb)
	w := float64(workers)
	work := float64(n)*float64(n)*float64(n)/3/70*(b+8)/b + 500*t*t*t/6
	chain := t * (b*b*b/3/40 + 2*b*b*b/60)
	return work/w + (1-1/w)*chain + 20000
}
