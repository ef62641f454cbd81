package kernel

import (
	"math/rand/v2"
	"testing"
)

// FuzzShapes runs one function of every row for float64 on a shape of the fuzzer's choice, checked as in
// the table tests.
func FuzzShapes(f *testing.F) {
	f.Add(uint8(0), uint16(24), uint16(33), uint16(7), uint64(1))
	f.Add(uint8(1), uint16(256), uint16(5), uint16(3), uint64(2))
	f.Add(uint8(2), uint16(9), uint16(100), uint16(40), uint64(3))
	f.Add(uint8(3), uint16(16), uint16(2), uint16(4), uint64(4))
	f.Add(uint8(4), uint16(260), uint16(3), uint16(9), uint64(5))
	f.Fuzz(func(t *testing.T, what uint8, a, b, c uint16, s uint64) {
		r := rand.New(rand.NewPCG(s, 0))
		for _, kn := range rows[float64]() {
			w := kn.W
			switch what % 4 {
			case 0: // whole panels
				checkGemm(t, r, kn, gemmShape{k: int(a % 300), mp: 1 + int(b%20), nr: w, last: w})
			case 1: // fringes
				checkGemm(t, r, kn, gemmShape{k: int(a % 300), mp: 1 + int(b)%kn.MR, nr: 1 + int(c)%w, last: 1 + int(c)/8%w, edge: true})
			case 2: // row-major operands
				checkDirect(t, r, kn, 1+int(a%50), 1+int(b%150), int(c%200))
			case 3: // a factorization
				n := w * (1 + int(a%12))
				m := spd[float64](r, n, 1)
				l, minor := factor(kn, n, m)
				if minor != 0 {
					t.Fatalf("%s n=%d: minor %d", kn.Name, n, minor)
				}
				if q := ratio(n, m, l); !(q < 1) {
					t.Fatalf("%s n=%d: ratio %g", kn.Name, n, q)
				}
			}
		}
	})
}
