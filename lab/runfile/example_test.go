package runfile_test

import (
	"fmt"
	"os"
	"path/filepath"

	"heddle/lab"
	"heddle/lab/runfile"
)

// A run that is interrupted is continued: the line that was cut short is dropped, and a new
// record of a case takes the place of the old.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "run.jsonl")
	header, err := runfile.NewHeader("sort", "sortbench --n 1000", map[string]int{"n": 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	w, err := runfile.Create(name, header)
	if err != nil {
		fmt.Println(err)
		return
	}
	w.Snapshot([]lab.Record{{Experiment: "sort", Variant: "library", OK: true, Partial: true, Samples: []float64{1}}})
	fmt.Println(w.Close())

	f, err := runfile.Read(name)
	if err != nil {
		fmt.Println(err)
		return
	}
	if w, err = runfile.Continue(f); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Write(lab.Record{Experiment: "sort", Variant: "library", OK: true, Samples: []float64{1, 2, 3}}), w.Close())

	f, err = runfile.Read(name)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Header.Experiment, len(f.Records), f.Records[0].Samples)
	// Output:
	// <nil>
	// <nil> <nil>
	// sort 1 [1 2 3]
}
