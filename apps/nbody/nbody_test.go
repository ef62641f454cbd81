package nbody

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"heddle/apps"
	"heddle/apps/apptest"
)

func TestForms(t *testing.T) {
	apptest.Forms(t, Program(),
		apps.Params{Size: []int{1}, Iterations: 3},
		apps.Params{Size: []int{64}, Block: 8, Iterations: 6, Seed: 1},
		apps.Params{Size: []int{71}, Block: 10, Iterations: 4, Seed: 2},
		apps.Params{Size: []int{13}, Block: 1, Iterations: 3, Seed: 3},
		apps.Params{Size: []int{20}, Block: 1000, Iterations: 1, Seed: 4},
	)
}

func TestCancelled(t *testing.T) {
	apptest.Cancelled(t, Program(), apps.Params{Size: []int{60}, Block: 5, Iterations: 20})
}

func TestErrors(t *testing.T) {
	apptest.Errors(t, Program(), apps.Params{Size: []int{1 << 13}, Block: 2})
}

// Every pair of blocks is in one round, and every block once in each.
func TestRounds(t *testing.T) {
	for nb := 1; nb < 20; nb++ {
		p := &problem{nb: nb}
		met := map[[2]int]bool{}
		for r := range nb {
			busy := map[int]bool{}
			for k := range p.pairs(r) {
				i, j := p.pair(r, k)
				if i < 0 || i > j || j >= nb || busy[i] || busy[j] || met[[2]int{i, j}] {
					t.Errorf("nb = %d, round %d: pair %d, %d", nb, r, i, j)
				}
				busy[i], busy[j], met[[2]int{i, j}] = true, true, true
			}
			if len(busy) != nb {
				t.Errorf("nb = %d, round %d: %d blocks", nb, r, len(busy))
			}
		}
		if len(met) != nb*(nb+1)/2 {
			t.Errorf("nb = %d: %d pairs", nb, len(met))
		}
	}
}

func newTest(t *testing.T, p apps.Params) *problem {
	t.Helper()
	q, err := Program().New(p)
	if err != nil {
		t.Fatal(err)
	}
	return q.(*problem)
}

// The forces are those of the formula, summed in the plainest way, up to the rounding of a sum
// of n of them.
func TestForcesAreRight(t *testing.T) {
	const n = 57
	one := newTest(t, apps.Params{Size: []int{n}, Block: n, Seed: 5})
	b := one.blocks[0]
	for _, block := range []int{1, 4, 10, n} {
		p := newTest(t, apps.Params{Size: []int{n}, Block: block, Seed: 5})
		for r := range p.nb {
			for k := range p.pairs(r) {
				i, j := p.pair(r, k)
				p.forcesBetween(i, j, 0)
			}
		}
		for i := range n {
			want, size := 0.0, 0.0
			for j := range n {
				dx, dy, dz := b.x[j]-b.x[i], b.y[j]-b.y[i], b.z[j]-b.z[i]
				f := b.m[i] * b.m[j] * dx * math.Pow(dx*dx+dy*dy+dz*dz+softening, -1.5)
				want += f
				size += math.Abs(f)
			}
			got := p.blocks[i/block].fx[i%block]
			if math.Abs(got-want) > 30*0x1p-53*n*size {
				t.Errorf("block %d: fx(%d) = %g, want %g", block, i, got, want)
			}
		}
	}
}

// Two bodies on a circle stay on it: half the step, a quarter of the error. The time step is
// fixed, so the circle is made larger and slower instead.
func TestSecondOrder(t *testing.T) {
	miss := func(steps int) float64 {
		p := newTest(t, apps.Params{Size: []int{2}, Block: 1, Iterations: steps})
		// Masses m at distance 2a turn at omega with m/((2a)²+e²)^(3/2) = omega²/2.
		const a = 1.0
		omega := 2 * math.Pi / (dt * float64(steps))
		m := omega * omega / 2 * math.Pow(4*a*a+softening, 1.5)
		for i, sign := range []float64{1, -1} {
			b := &p.blocks[i]
			half := -omega * dt / 2 // the angle at which the velocity is had
			b.x[0], b.y[0], b.z[0] = sign*a, 0, 0
			b.vx[0], b.vy[0], b.vz[0] = -sign*a*omega*math.Sin(half), sign*a*omega*math.Cos(half), 0
			b.m[0] = m
		}
		if err := p.Run(context.Background(), nil, apps.Serial); err != nil {
			t.Fatal(err)
		}
		return math.Hypot(p.blocks[0].x[0]-a, p.blocks[0].y[0])
	}
	for steps := 100; steps <= 400; steps *= 2 {
		coarse, fine := miss(steps), miss(2*steps)
		if ratio := coarse / fine; ratio < 3.7 || ratio > 4.3 {
			t.Errorf("%d and %d steps a turn miss by %g and %g: a ratio of %g, want 4", steps, 2*steps, coarse, fine, ratio)
		}
	}
}

// A result that is wrong in one bit is found, and so is a force without a counterforce.
func TestOutcomeFindsErrors(t *testing.T) {
	p := newTest(t, apps.Params{Size: []int{50}, Block: 7, Iterations: 3})
	if err := p.Run(context.Background(), nil, apps.Serial); err != nil {
		t.Fatal(err)
	}
	vy := p.blocks[3].vy
	vy[2] = math.Nextafter(vy[2], 9)
	if err := p.Outcome().Err; err == nil || !strings.Contains(err.Error(), "vy(23)") {
		t.Errorf("vy(23) is wrong, and Outcome says %v", err)
	}
	vy[2] += 1e-9
	p.want = p.all // as if the serial form were wrong, too
	if err := p.Outcome().Err; err == nil || !strings.Contains(err.Error(), "momentum") {
		t.Errorf("the momentum is wrong, and Outcome says %v", err)
	}
	if err := p.Run(context.Background(), nil, "openmp"); err == nil {
		t.Error("a form that does not exist runs")
	}
}

func BenchmarkForcesBetween(b *testing.B) {
	for _, n := range []int{8, 16, 32, 64, 128} {
		b.Run(fmt.Sprintf("block=%d", n), func(b *testing.B) {
			q, err := Program().New(apps.Params{Size: []int{4 * n}, Block: n})
			if err != nil {
				b.Fatal(err)
			}
			p := q.(*problem)
			for b.Loop() {
				p.forcesBetween(1, 2, 0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n*n), "ns/pair")
		})
	}
}
