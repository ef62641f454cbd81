package report

import (
	"errors"
	"io"
	"strings"
	"testing"

	"heddle/lab"
)

func TestCholeskyBench(t *testing.T) {
	records := synthetic()
	gonum := records[0]
	gonum.Variant, gonum.Tile, gonum.Tiles, gonum.Samples = "gonum", 0, 0, []float64{0.25}
	gcc := records[2]
	gcc.Runtime = "openmp-gcc"
	noop := records[3]
	noop.Noop = true
	got := printed(t, "cholesky-bench", append(records, gonum, gcc, noop))
	want := `threads;problem_size;tile_size;n_tiles;for_naive;heddle_task_async;future_data;gonum;openmp_gcc_task_async
2;512;64;8;0.000800000;0.000400000;nan;nan;0.000400000
2;512;64;8;0.000790000;0.000380000;nan;nan;0.000380000
2;512;64;8;0.000810000;0.000410000;nan;nan;0.000410000
2;512;128;4;0.001000000;0.000500000;nan;nan;nan
2;512;128;4;0.000990000;0.000510000;nan;nan;nan
2;512;128;4;0.001020000;0.000490000;nan;nan;nan
2;512;512;1;nan;nan;nan;0.250000000;nan
`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := printed(t, "cholesky-bench", []lab.Record{noop}); !strings.HasSuffix(got, ";n_tiles;task_async\n2;512;128;4;0.000500000\n2;512;128;4;0.000510000\n2;512;128;4;0.000490000\n") {
		t.Errorf("without kernels:\n%s", got)
	}
	borrowed := records[0]
	borrowed.Kernel = "OpenBLAS 0.3.21 SkylakeX"
	if got := printed(t, "cholesky-bench", []lab.Record{records[0], borrowed, records[0]}); !strings.HasPrefix(got, "threads;problem_size;tile_size;n_tiles;heddle_for_naive;heddle_for_naive_OpenBLAS\n") ||
		strings.Count(got, "\n") != 1+2*len(records[0].Samples) || !strings.HasSuffix(got, ";nan\n") {
		t.Errorf("with both kernels, one of them twice:\n%s", got)
	}
	sink, err := New("cholesky-bench", io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sink.Write(lab.Record{Experiment: "gemm", Routine: "gemm", Variant: "malleable"}), sink.Flush()); err == nil ||
		!strings.Contains(err.Error(), "no factorization by variants among 1 records") {
		t.Errorf("of a product: %v", err)
	}
	if got := printed(t, "cholesky-bench", nil); got != "" {
		t.Errorf("nothing: %q", got)
	}
}
