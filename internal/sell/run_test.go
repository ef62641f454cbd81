package sell

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// sizes are numbers of rows: whole slices and not, one slice and several.
var sizes = []int{1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 52, 104, 105}

// random returns n numbers in [-1, 1), with a NaN before and after them that nothing may read.
func random(r *rand.Rand, n int) []float64 {
	all := make([]float64, n+2)
	for i := range all {
		all[i] = 2*r.Float64() - 1
	}
	all[0], all[n+1] = math.NaN(), math.NaN()
	return all[1 : n+1]
}

// newRun returns lines of n rows with a NaN in every value that must not be used.
func newRun(r *rand.Rand, n, lines int, up bool) *Run {
	width := Slices(n) * Entries * Rows
	l := &Run{N: n, Lines: lines, Stride: 8 * width, Values: make([]float64, lines*width)}
	for k := range l.Values {
		l.Values[k] = math.NaN()
	}
	for i := range n * lines {
		for k := range Entries {
			if _, ok := l.meets(i, k, up); ok {
				*l.value(i, k) = 2*r.Float64() - 1
			}
		}
	}
	for g := range l.X {
		l.X[g] = random(r, n*lines)
	}
	l.Own, l.Diag, l.R, l.T = random(r, n*lines), random(r, n*lines), random(r, n*lines), random(r, n*lines)
	return l
}

func (l *Run) value(i, k int) *float64 {
	x := i % l.N
	return &l.Values[i/l.N*l.Stride/8+x/Rows*Entries*Rows+k*Rows+x%Rows]
}

// meets returns the row of x that entry k of row i meets, if there is one in the line.
func (l *Run) meets(i, k int, up bool) (int, bool) {
	at := i + k%3 - 1
	if k == Entries-1 {
		at = i - 1
		if up {
			at = i + 1
		}
	}
	return at, at >= i/l.N*l.N && at < (i/l.N+1)*l.N
}

// sum is row i of L x or U x, and of the sizes of what is added.
func (l *Run) sum(i int, up bool) (s, size float64) {
	for k := range Entries {
		at, ok := l.meets(i, k, up)
		if !ok {
			continue
		}
		x := l.Own
		if k < Entries-1 {
			x = l.X[k/3]
		}
		s += *l.value(i, k) * x[at]
		size += math.Abs(*l.value(i, k) * x[at])
	}
	return s, size
}

func (l *Run) clone() *Run {
	c := *l // a loop counts Lines down
	c.Own, c.T = append([]float64(nil), l.Own...), append([]float64(nil), l.T...)
	return &c
}

// want computes what a loop must, element by element, with the size of what is added. x is
// what the loop writes.
var cases = []struct {
	name string
	up   bool
	of   func(loops) func(*Run)
	row  func(l *Run, i int, s float64) (x *float64, v float64) // s: of L x or U x
}{
	{"Below", false, func(k loops) func(*Run) { return k.below },
		func(l *Run, i int, s float64) (*float64, float64) { return &l.T[i], s + l.Diag[i]*l.Own[i] }},
	{"Above", true, func(k loops) func(*Run) { return k.above },
		func(l *Run, i int, s float64) (*float64, float64) { return &l.T[i], s }},
	{"AddAbove", true, func(k loops) func(*Run) { return k.addAbove },
		func(l *Run, i int, s float64) (*float64, float64) { return &l.T[i], l.T[i] + s }},
	{"Forward", false, func(k loops) func(*Run) { return k.forward },
		func(l *Run, i int, s float64) (*float64, float64) { return &l.Own[i], (l.R[i] - s) * l.Diag[i] }},
	{"ForwardFrom", false, func(k loops) func(*Run) { return k.forwardFrom },
		func(l *Run, i int, s float64) (*float64, float64) {
			return &l.Own[i], (l.R[i] - l.T[i] - s) * l.Diag[i]
		}},
	{"Backward", true, func(k loops) func(*Run) { return k.backward },
		func(l *Run, i int, s float64) (*float64, float64) { return &l.Own[i], l.Own[i] - s*l.Diag[i] }},
	{"BackwardFrom", true, func(k loops) func(*Run) { return k.backwardFrom },
		func(l *Run, i int, s float64) (*float64, float64) { return &l.Own[i], l.Own[i] + (l.T[i]-s)*l.Diag[i] }},
}

func TestLoops(t *testing.T) {
	const seed = 11
	t.Log("seed", seed)
	for _, k := range append(native(), twin) {
		for _, loop := range cases {
			t.Run(k.name+"/"+loop.name, func(t *testing.T) {
				r, f := rand.New(rand.NewPCG(seed, 0)), loop.of(k)
				for k, n := range sizes {
					lines := 1 + k%3
					l := newRun(r, n, lines, loop.up)
					got, want := l.clone(), l.clone()
					n *= lines
					bound := make([]float64, n)
					worst := 0.0 // a sweep carries an error on, times an entry and a diagonal below 1
					for s := range n {
						i := s
						if loop.up {
							i = n - 1 - s
						}
						sum, size := want.sum(i, loop.up)
						x, v := loop.row(want, i, sum)
						*x = v
						worst += size + 3
						bound[i] = 30 * 0x1p-53 * worst
					}
					f(got)
					same(t, fmt.Sprintf("%d lines of %d: x", lines, l.N), got.Own, want.Own, bound)
					same(t, fmt.Sprintf("%d lines of %d: T", lines, l.N), got.T, want.T, bound)
				}
			})
		}
	}
}

// All loops in assembly, on amd64 and arm64, compute the same numbers. The hashes are those of AVX-512.
func TestAssemblyAgrees(t *testing.T) {
	const seed = 13
	want := map[string]uint64{
		"Below": 0x376c5dfd065715fd, "Above": 0xb9c630209b1e3910, "AddAbove": 0x4213f5af14f52695,
		"Forward": 0xfd3ea25cc9e216d6, "ForwardFrom": 0x2c475b557cb623de,
		"Backward": 0xcd2bb13ad116d511, "BackwardFrom": 0xd8d795d294809ac5,
	}
	for _, k := range native() {
		r := rand.New(rand.NewPCG(seed, 0))
		for _, loop := range cases {
			var h hash
			for _, n := range sizes {
				l := newRun(r, n, 1+n%3, loop.up)
				loop.of(k)(l)
				h.add(l.Own...)
				h.add(l.T...)
			}
			if uint64(h) != want[loop.name] {
				t.Errorf("%s: %s: hash %#x, want %#x", k.name, loop.name, uint64(h), want[loop.name])
			}
		}
	}
}

// A hash is FNV-1a of numbers; zeros are alike.
type hash uint64

func (h *hash) add(x ...float64) {
	for _, v := range x {
		*h = (*h ^ hash(math.Float64bits(v+0))) * 0x100000001b3
	}
}

func same(t *testing.T, what string, got, want, bound []float64) {
	t.Helper()
	for i, w := range want {
		if d := math.Abs(got[i] - w); !(d <= bound[i]) {
			t.Fatalf("%s(%d) is %v, want %v", what, i, got[i], w)
		}
	}
}

// A loop writes only the rows that there are, and reads no vector elsewhere: the elements
// around them are NaN, and stay what they are.
func TestLoopsKeepInside(t *testing.T) {
	for _, k := range append(native(), twin) {
		for _, loop := range cases {
			for _, n := range sizes {
				l := newRun(rand.New(rand.NewPCG(1, 1)), n, 2, loop.up)
				loop.of(k)(l)
				for name, v := range map[string][]float64{"Own": l.Own, "T": l.T} {
					for i, x := range v {
						if math.IsNaN(x) {
							t.Fatalf("%s: %s: n=%d: %s(%d) is NaN", k.name, loop.name, n, name, i)
						}
					}
					if after := v[:len(v)+1][len(v)]; !math.IsNaN(after) {
						t.Fatalf("%s: %s: n=%d: wrote %v after %s", k.name, loop.name, n, after, name)
					}
				}
			}
		}
	}
}

func BenchmarkLoops(b *testing.B) {
	const n = 104
	for _, k := range append(native(), twin) {
		for _, loop := range cases {
			l := newRun(rand.New(rand.NewPCG(1, 2)), n, 1, loop.up)
			b.Run(k.name+"/"+loop.name, func(b *testing.B) {
				f := loop.of(k)
				for b.Loop() {
					l.Lines = 1
					f(l)
				}
				b.ReportMetric(2*Entries*n*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
			})
		}
	}
}
