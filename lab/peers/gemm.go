package peers

import (
	"context"
	"fmt"
	"time"

	"heddle/lab"
)

// Multiplication is what threaded OpenBLAS is asked for where products are compared: C = op(A)*op(B),
// op(A) M x K, op(B) K x N, row-major.
type Multiplication struct {
	M, N, K        int
	TransA, TransB bool
	Single         bool // float32
	Threads        int
	Pin            string // close, spread, none
	Seed           uint64
	Limit          time.Duration // of one repetition; 0: a minute and a second for each GFLOP
}

// Gemm returns the case of the rival lapacke, which is OpenBLAS with its own threads, if it is ready.
// record is what is known beforehand; its runtime and variant stay as they are. Before the first
// it tries which of OpenBLAS's kernels are the fastest here.
func (f *Fleet) Gemm(ctx context.Context, session *lab.Session, record lab.Record, x Multiplication) []lab.Case {
	var cases []lab.Case
	for _, b := range f.Ready {
		if b.Finding.Peer.Name != "lapacke" {
			continue
		}
		f.choose(ctx, session, calibrated, "")
		bit := map[bool]int{true: 1}
		t := Task{
			Op: "gemm", Variant: "dgemm", Threads: x.Threads, Pin: x.Pin, Seed: x.Seed, Whole: true, Limit: x.Limit,
			coretype: f.choices[calibrated].coretype,
			Args:     []string{"-size", fmt.Sprintf("%d,%d,%d,%d,%d", x.M, x.N, x.K, bit[x.TransA], bit[x.TransB])},
		}
		if x.Single {
			t.Variant = "sgemm"
		}
		flops := 2 * float64(x.M) * float64(x.N) * float64(x.K)
		if t.Limit == 0 {
			t.Limit = time.Minute + time.Duration(flops)
		}
		c := f.Case(b, record, t, flops)
		c.Record.Runtime, c.Record.Variant, c.Record.Kernel = record.Runtime, record.Variant, f.choices[calibrated].kernels
		cases = append(cases, c)
	}
	return cases
}

// calibrated is on what tiles OpenBLAS's kernels are tried for products.
const calibrated = 256
