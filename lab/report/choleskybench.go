package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"heddle/lab"
)

// choleskyBenchSink prints factorizations as Cholesky-Bench does (arXiv 2606.11937): columns
// threads;problem_size;tile_size;n_tiles and one for each variant, one line a repetition, times in
// seconds, nan where there is none. What has no tiles has one tile as large as the matrix, as in
// that program's reference runs. Runs without kernels are printed only where there are no others:
// there too they are files of their own. Where no record is of a factorization, Flush says so.
type choleskyBenchSink struct {
	w     io.Writer
	rows  []lab.Record
	taken int // records, those that have no place here too
}

func (s *choleskyBenchSink) Write(r lab.Record) error {
	s.taken++
	if r.Routine == "potrf" && r.Variant != "" && r.Round == "" {
		s.rows = append(s.rows, r)
	}
	return nil
}

// cut is a problem as Cholesky-Bench tells one from another.
type cut struct{ threads, n, tile, tiles int }

func (s *choleskyBenchSink) Flush() error {
	rows, taken := s.rows, s.taken
	s.rows, s.taken = nil, 0
	if len(rows) == 0 && taken > 0 {
		return fmt.Errorf("cholesky-bench: no factorization by variants among %d records: it has columns for nothing else", taken)
	}
	if slices.ContainsFunc(rows, func(r lab.Record) bool { return !r.Noop }) {
		rows = slices.DeleteFunc(rows, func(r lab.Record) bool { return r.Noop })
	}
	var cuts []cut
	var columns []string
	samples := map[cut]map[string][]float64{}
	name := columnNames(rows)
	for _, r := range rows {
		k := cut{r.Workers, r.N, r.Tile, r.Tiles}
		if r.Tiles == 0 {
			k.tile, k.tiles = r.N, 1
		}
		if samples[k] == nil {
			samples[k] = map[string][]float64{}
			cuts = append(cuts, k)
		}
		c := name(r)
		if !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
		samples[k][c] = append(samples[k][c], r.Samples...) // of several runs: more repetitions
	}
	var b strings.Builder
	if len(columns) > 0 {
		b.WriteString("threads;problem_size;tile_size;n_tiles;" + strings.Join(columns, ";") + "\n")
	}
	for _, k := range cuts {
		reps := 1
		for _, x := range samples[k] {
			reps = max(reps, len(x))
		}
		for i := range reps {
			fmt.Fprintf(&b, "%d;%d;%d;%d", k.threads, k.n, k.tile, k.tiles)
			for _, c := range columns {
				value := "nan"
				if x := samples[k][c]; i < len(x) {
					value = strconv.FormatFloat(x[i], 'f', 9, 64)
				}
				b.WriteString(";" + value)
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(s.w, b.String())
	return err
}

// columnNames returns what names the column of a record: its variant, with its runtime, way of
// queueing and borrowed kernels where several have that variant.
func columnNames(rows []lab.Record) func(lab.Record) string {
	of := map[string]string{}
	shared := map[string]bool{}
	for _, r := range rows {
		who := whose(r)
		if first, ok := of[r.Variant]; ok && first != who {
			shared[r.Variant] = true
		}
		of[r.Variant] = who
	}
	return func(r lab.Record) string {
		name := r.Variant
		if shared[r.Variant] {
			name = strings.Join(strings.Fields(whose(r)), "_")
		}
		return strings.ReplaceAll(name, "-", "_")
	}
}

// whose names a variant among those of the same name. Rivals have one library's kernels each.
func whose(r lab.Record) string {
	library, _, foreign := strings.Cut(r.Kernel, " ")
	if !foreign || r.Runtime != "heddle" {
		library = ""
	}
	return r.Runtime + " " + r.Variant + " " + r.Queue + " " + library
}
