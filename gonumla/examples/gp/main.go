// Command gp fits a Gaussian process to noisy samples of a function, twice: with gonum as it is,
// and with heddle below it. The fit is written with gonum's package mat alone.
//
//	go run ./gonumla/examples/gp -n 3000
package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"time"

	"gonum.org/v1/gonum/mat"

	"heddle/gonumla"
)

func main() {
	n := flag.Int("n", 3000, "number of samples")
	flag.Parse()
	if *n < 1 || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "gp: want -n 1 or more, and nothing else")
		os.Exit(2)
	}
	if err := compare(*n); err != nil {
		fmt.Fprintln(os.Stderr, "gp:", err)
		os.Exit(1)
	}
}

// compare fits n samples without and with heddle, and prints both times and results.
func compare(n int) error {
	x, y := samples(n)
	before, err := timed("gonum", x, y)
	if err != nil {
		return err
	}
	gonumla.Use()
	defer gonumla.Restore()
	after, err := timed("gonum with heddle below it", x, y)
	if err != nil {
		return err
	}
	fmt.Printf("%.1f times faster\n", before.Seconds()/after.Seconds())
	return nil
}

func timed(name string, x, y []float64) (time.Duration, error) {
	start := time.Now()
	p, err := fit(x, y, 0.5, 0.1)
	if err != nil {
		return 0, err
	}
	took := time.Since(start)
	fmt.Printf("%-27s %8.3f s   f(1) = %.6f, sin(1) = %.6f   log likelihood %.6f\n",
		name, took.Seconds(), p.at(1), math.Sin(1), p.likelihood)
	return took, nil
}

// samples returns n values of the sine on [0, 10] with noise of standard deviation 0.1.
func samples(n int) (x, y []float64) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		x = append(x, 10*float64(i)/float64(n))
		y = append(y, math.Sin(x[i])+0.1*r.NormFloat64())
	}
	return x, y
}

// A process is a Gaussian process fitted to samples.
type process struct {
	x, weights []float64
	length     float64
	likelihood float64 // logarithm of the marginal likelihood
}

// fit follows Rasmussen and Williams, Gaussian Processes for Machine Learning, algorithm 2.1:
// K + noise² I = L*Lᵀ, weights = (K + noise² I)⁻¹ y. It takes n³/3 flops.
func fit(x, y []float64, length, noise float64) (*process, error) {
	n := len(x)
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			k.SetSym(i, j, kernel(x[i], x[j], length))
		}
		k.SetSym(i, i, k.At(i, i)+noise*noise)
	}
	var chol mat.Cholesky
	if !chol.Factorize(k) {
		return nil, errors.New("the covariance is not positive definite: want more noise")
	}
	p := &process{x: x, weights: make([]float64, n), length: length}
	w, rhs := mat.NewVecDense(n, p.weights), mat.NewVecDense(n, y)
	if err := chol.SolveVecTo(w, rhs); err != nil {
		return nil, err
	}
	p.likelihood = -mat.Dot(rhs, w)/2 - chol.LogDet()/2 - float64(n)/2*math.Log(2*math.Pi)
	return p, nil
}

// at returns the mean of the process at x.
func (p *process) at(x float64) float64 {
	mean := 0.0
	for i, w := range p.weights {
		mean += w * kernel(x, p.x[i], p.length)
	}
	return mean
}

// kernel is the squared exponential.
func kernel(a, b, length float64) float64 {
	d := (a - b) / length
	return math.Exp(-d * d / 2)
}
