package task

import (
	"flag"
	"runtime"
	"testing"
)

var full = flag.Bool("full", false, "run the cycle of 1,000 blocks for a million iterations, a billion tasks")

// TestCycleMemoryOfAThousandBlocks: a cycle of 1,000 blocks, each of which needs the blocks before and
// after it as in a Gauss-Seidel sweep, takes as much memory for many iterations as for a
// thousand:
//
//	go test ./task -run CycleMemory -full -v
func TestCycleMemoryOfAThousandBlocks(t *testing.T) {
	if raceEnabled {
		t.Skip("ten million tasks")
	}
	const blocks = 1000
	many := 10_000
	if *full {
		many = 1_000_000
	}
	rt := New(Config{Workers: 2})
	defer rt.Close()
	var d [blocks]Datum
	ran := make([]int, blocks)
	taken := func(n int) (bytes uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		clear(ran)
		mustRun(t, rt, func(s *Scope) {
			s.Iterate(n, func(s *Scope) {
				for i := range blocks {
					s.Go(func() { ran[i]++ }, d[i].InOut(), d[max(i-1, 0)].In(), d[min(i+1, blocks-1)].In())
				}
			})
		})
		runtime.ReadMemStats(&after)
		for i, r := range ran {
			if r != n {
				t.Fatalf("block %d ran %d times in %d iterations", i, r, n)
			}
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	taken(10)
	short, long := taken(1000), taken(many)
	t.Logf("1000 iterations allocate %d KiB, %d iterations %d KiB", short>>10, many, long>>10)
	// What is learnt about a graph is allocated when it is learnt, lanes in one run and not in
	// the other perhaps; a megabyte is a byte in nine tasks.
	if long > short+1<<20 {
		t.Errorf("%d bytes for 1000 iterations, %d for %d", short, long, many)
	}
}
