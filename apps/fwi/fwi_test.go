package fwi

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"heddle/apps"
	"heddle/apps/apptest"
)

func TestForms(t *testing.T) {
	apptest.Forms(t, Program(),
		apps.Params{Size: []int{1, 1, 1}, Iterations: 2},
		apps.Params{Size: []int{5, 8, 8}, Block: 4, Iterations: 12},
		apps.Params{Size: []int{9, 7, 11}, Block: 3, Iterations: 9},
		apps.Params{Size: []int{3, 4, 5}, Block: 1, Iterations: 7},
		apps.Params{Size: []int{8, 4, 6}, Block: 1000, Iterations: 1},
	)
}

func TestCancelled(t *testing.T) {
	apptest.Cancelled(t, Program(), apps.Params{Size: []int{8, 12, 12}, Block: 2, Iterations: 10})
}

func TestErrors(t *testing.T) {
	apptest.Errors(t, Program(),
		apps.Params{Size: []int{1, 1 << 11, 1 << 11}, Block: 1},
		apps.Params{Size: []int{200, 200, 200}, Iterations: 1 << 29}, // 70 PB of snapshots
		apps.Params{Size: []int{1, 1, 1}, Iterations: 1<<29 + 1},
	)
}

func newTest(t *testing.T, nx, ny, nz, block, iterations int) *problem {
	t.Helper()
	q, err := Program().New(apps.Params{Size: []int{nx, ny, nz}, Block: block, Iterations: iterations})
	if err != nil {
		t.Fatal(err)
	}
	return q.(*problem)
}

func (p *problem) mustSerial(t *testing.T) {
	t.Helper()
	p.Reset()
	if err := p.serial(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// The blocks change nothing: any cut gives the same gradient, in every bit.
func TestBlocksChangeNothing(t *testing.T) {
	one := newTest(t, 6, 9, 10, 100, 12)
	one.mustSerial(t)
	for _, block := range []int{1, 2, 3, 4, 7, 9} {
		p := newTest(t, 6, 9, 10, block, 12)
		p.mustSerial(t)
		if !slices.Equal(p.gradient, one.gradient) || !slices.Equal(p.residual.Data, one.residual.Data) {
			t.Errorf("blocks of %d change the results", block)
		}
	}
}

// A step of u is the formula, written in the plainest way.
func TestForwardIsTheFormula(t *testing.T) {
	p := newTest(t, 5, 6, 7, 3, 15)
	p.mustSerial(t)
	old, cur := make([]float64, len(p.k)), make([]float64, len(p.k))
	for step := range p.steps {
		next := make([]float64, len(p.k))
		for z := 1; z <= p.nz; z++ {
			for y := 1; y <= p.ny; y++ {
				for x := 1; x <= p.nx; x++ {
					at := p.at(x, y, z)
					lap := cur[at-1] + cur[at+1] + cur[at-p.row] + cur[at+p.row] + cur[at-p.plane] + cur[at+p.plane] - 6*cur[at]
					next[at] = 2*cur[at] - old[at] + p.k[at]*lap
					if x == 3 && y == 3 && z == 2 {
						next[at] += p.wavelet[step]
					}
				}
			}
		}
		old, cur = cur, next
	}
	for at, v := range cur {
		if math.Abs(v-p.u[0][at]) > 1e-13 {
			t.Fatalf("cell %d is %g, want %g", at, p.u[0][at], v)
		}
	}
}

// wave propagates the standing wave sin πX sin πY sin πZ cos ωt in the unit cube, for one time
// unit of a wave speed of 1, and returns its largest error. The steps are half a cell.
func wave(t *testing.T, n int, omega float64) float64 {
	t.Helper()
	h := 1 / float64(n+1)
	dt := h / 2
	p := newTest(t, n, n, n, 4, n+1) // 2(n+1) steps of h/2
	p.Reset()
	clear(p.wavelet)
	shape := func(x, y, z int) float64 {
		return math.Sin(math.Pi*h*float64(x)) * math.Sin(math.Pi*h*float64(y)) * math.Sin(math.Pi*h*float64(z))
	}
	each := func(f func(at int, s float64)) {
		for z := 1; z <= n; z++ {
			for y := 1; y <= n; y++ {
				for x := 1; x <= n; x++ {
					f(p.at(x, y, z), shape(x, y, z))
				}
			}
		}
	}
	each(func(at int, s float64) {
		p.k[at] = dt * dt / (h * h)
		p.u[0][at], p.u[1][at] = s, s*math.Cos(omega*dt) // u(0), and u(-1) in the odd field
	})
	if err := p.propagate(context.Background()); err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	each(func(at int, s float64) {
		worst = max(worst, math.Abs(p.u[0][at]-s*math.Cos(omega)))
	})
	return worst
}

// Half the step, a quarter of the error, against the wave that solves u_tt = ∇²u.
func TestSecondOrder(t *testing.T) {
	omega := math.Pi * math.Sqrt(3)
	coarse := wave(t, 7, omega)
	for n := 15; n <= 31; n = 2*n + 1 {
		fine := wave(t, n, omega)
		if ratio := coarse / fine; ratio < 3.8 || ratio > 4.2 {
			t.Errorf("n = %d: the error falls from %g to %g, by %g, want 4", n, coarse, fine, ratio)
		}
		coarse = fine
	}
}

// Against the wave that solves the difference equation (sin²(ω dt/2) = 3 k sin²(π h/2)) nothing
// is left but rounding.
func TestDiscreteWave(t *testing.T) {
	for _, n := range []int{4, 9, 16} {
		h := 1 / float64(n+1)
		omega := 4 / h * math.Asin(math.Sqrt(0.75)*math.Sin(math.Pi*h/2))
		if err := wave(t, n, omega); err > 1e-13 {
			t.Errorf("n = %d: off by %g", n, err)
		}
	}
}

func TestOutcomeFindsErrors(t *testing.T) {
	p := newTest(t, 6, 7, 8, 3, 10)
	for what, spoil := range map[string]func(){
		"the gradient at (2,3,4)":       func() { p.gradient[p.at(2, 3, 4)] *= 1 + 0x1p-52 },
		"residual of receiver 1":        func() { p.residual.Data[5*p.residual.Stride+1] += 1e-9 },
		"<F m, r> and <m, g> differ by": func() { p.want.mismatch = 1e-9 },
	} {
		p.mustSerial(t)
		p.want = nil
		if err := p.Outcome().Err; err != nil {
			t.Fatal(err)
		}
		spoil()
		if err := p.Outcome().Err; err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s is wrong, and Outcome says %v", what, err)
		}
	}
	if err := p.Run(context.Background(), nil, "openmp"); err == nil {
		t.Error("a form that does not exist runs")
	}
}

func BenchmarkBlock(b *testing.B) {
	p, err := newProblem(apps.Params{Size: []int{64, 32, 32}, Block: 8, Iterations: 2})
	if err != nil {
		b.Fatal(err)
	}
	p.Reset()
	cells := float64(64 * 8 * 8)
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			p.blocks[5].forward = 1
			p.forwardBlock(0, 1, 1)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/(float64(b.N)*cells), "ns/cell")
	})
	b.Run("backward", func(b *testing.B) {
		for b.Loop() {
			p.blocks[5].backward = 2
			p.backwardBlock(0, 1, 1)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/(float64(b.N)*cells), "ns/cell")
	})
}
