package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"heddle/dense"
	"heddle/lab"
	"heddle/lab/cholesky"
)

// driver repeats one variant.
type driver struct {
	problem *cholesky.Problem
	run     func() error
	nb      int
}

// answer is what a repetition says.
type answer struct {
	OK       bool    `json:"ok"`
	Seconds  float64 `json:"seconds,omitempty"`
	Residual float64 `json:"residual"`
	Error    string  `json:"error,omitempty"`
}

// String returns a as JSON. A residual that JSON cannot hold is an error already.
func (a answer) String() string {
	text, err := json.Marshal(a)
	if err != nil {
		return `{"ok":false,"error":"the residual is not a number"}`
	}
	return string(text)
}

// repeat makes one repetition.
func (d driver) repeat() answer {
	if err := d.problem.Prepare(d.nb); err != nil {
		return answer{Error: err.Error()}
	}
	start := time.Now()
	err := d.run()
	a := answer{Seconds: time.Since(start).Seconds()}
	if err == nil {
		a.Residual, err = d.problem.Check()
	}
	if err != nil {
		return answer{Error: err.Error()}
	}
	a.OK = a.Residual < lab.MaxRatio
	return a
}

// serve answers each line "go" by one repetition.
func (d driver) serve(in io.Reader, out io.Writer, seed uint64) error {
	ready, err := json.Marshal(map[string]any{
		"ready": true, "runtime": "go", "version": runtime.Version(), "blas": "heddle", "sample": dense.Uniform(seed, 1, 2),
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, string(ready))
	for lines := bufio.NewScanner(in); lines.Scan() && lines.Text() == "go"; {
		fmt.Fprintln(out, d.repeat())
	}
	return nil
}

// measure makes one repetition to warm up and reps that count, and prints the record.
func (d driver) measure(out io.Writer, variant string, n, threads, reps int, seed uint64) error {
	var samples []float64
	worst := 0.0
	for i := range reps + 1 {
		a := d.repeat()
		if !a.OK {
			return fmt.Errorf("repetition %d: %v", i, a)
		}
		if worst = max(worst, a.Residual); i > 0 {
			samples = append(samples, a.Seconds)
		}
	}
	s := lab.Summarize(samples)
	return json.NewEncoder(out).Encode(lab.Record{
		Experiment: "cholesky", Runtime: "go", Routine: "potrf", Variant: variant, Workers: threads, N: n,
		Tiles: d.problem.Tiles(), Tile: d.nb, Noop: d.problem.Noop, Reps: reps, Seed: seed, OK: true,
		MedianS: s.Median, MinS: slices.Min(samples), MaxS: slices.Max(samples), Residual: &worst, Samples: samples,
		GoVersion: runtime.Version(),
	})
}
