// Package report prints the laboratory's records: as a table for people, as JSON lines and
// CSV for programs, and in the format of Go benchmarks for benchstat. All are views of the
// same [lab.Record].
package report

import (
	"io"
	"path/filepath"
	"strings"

	"heddle/lab"
)

// Formats lists the formats that New knows, the default first.
func Formats() []string { return []string{"table", "csv", "json", "gobench", "cholesky-bench"} }

// New returns a sink that prints records to w in the named format: "table" (aligned, printed
// at Flush), "csv" (a header, then one line a record), "json" (one object a line), "gobench" (one
// line a repetition, for benchstat), or "cholesky-bench" (factorizations, with the columns of the
// program of that name, printed at Flush). The error names the formats there are.
func New(format string, w io.Writer) (lab.Sink, error) {
	chosen, err := lab.Choose("format", Formats(), []string{format})
	if err != nil {
		return nil, err
	}
	if len(chosen) > 1 {
		return nil, lab.Refuse("format %q names more than one: choose from %s", format, strings.Join(Formats(), ", "))
	}
	switch chosen[0] {
	case "csv":
		return &csvSink{w: w}, nil
	case "json":
		return &jsonSink{w: w}, nil
	case "gobench":
		return &gobenchSink{w: w}, nil
	case "cholesky-bench":
		return &choleskyBenchSink{w: w}, nil
	}
	return &tableSink{w: w}, nil
}

// FormatOf returns the format that the name of a file asks for by its extension, or otherwise
// where it asks for none: .json and .jsonl, .csv, .bench and .gobench.
func FormatOf(file, otherwise string) string {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".json", ".jsonl", ".ndjson":
		return "json"
	case ".csv":
		return "csv"
	case ".bench", ".gobench":
		return "gobench"
	}
	return otherwise
}
