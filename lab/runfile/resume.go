package runfile

import (
	"encoding/json"
	"fmt"

	"heddle/lab"
	"heddle/lab/machine"
)

// Of puts the parameters of f's run into params, or returns an error that says why f is not the
// run of an experiment on a machine, and cannot be continued as such.
func (f *File) Of(experiment string, m machine.Facts, params any) error {
	switch {
	case f.Header == nil:
		return fmt.Errorf("the first line is no header: it is not the file of a run")
	case f.Header.Experiment != experiment:
		return fmt.Errorf("it is a run of %s, not of %s", f.Header.Experiment, experiment)
	case f.Header.Machine.CPU != m.CPU || f.Header.Machine.Threads != m.Threads:
		return fmt.Errorf("it was measured on another machine: %s with %d threads; this is %s with %d",
			f.Header.Machine.CPU, f.Header.Machine.Threads, m.CPU, m.Threads)
	}
	if err := json.Unmarshal(f.Header.Parameters, params); err != nil {
		return fmt.Errorf("the parameters in its header: %w", err)
	}
	return nil
}

// Prior returns what a lab.Session continues from: the records of f by their keys.
func (f *File) Prior() func(key string) (lab.Record, bool) {
	byKey := make(map[string]lab.Record, len(f.Records))
	for _, r := range f.Records {
		byKey[r.Key()] = r
	}
	return func(key string) (lab.Record, bool) {
		r, ok := byKey[key]
		return r, ok
	}
}
