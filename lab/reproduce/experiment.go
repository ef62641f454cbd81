package reproduce

import (
	"context"
	"slices"

	"heddle/lab"
)

// Experiment is one figure or table of a paper.
type Experiment struct {
	Name  string // as in `heddle reproduce NAME`
	Doc   string // one line: what it shows
	Paper string // where it is in the paper
	// Takes names the parameters that the experiment knows, as Parameters does.
	Takes []string
	Trace string // the file for traces where no other is named; "": none is written then
	Quick Params // ends within ten minutes on two cores
	Full  Params // the paper's
	// Run measures in session. Names that are not known and sizes that make no sense are
	// refused before anything is measured; a rival that is not installed is a record that says
	// so, and the others are measured. It returns the cause of a cancelled ctx.
	Run func(ctx context.Context, session *lab.Session, p Params) error
}

// Experiments returns the table of experiments.
func Experiments() []Experiment {
	return slices.Concat(
		tileExperiments(),
		sizeExperiments(),
		[]Experiment{
			overhead(),
			claims(),
			traversals(),
			granularity(),
			variants(),
			summary(),
			traces(),
			ppGemm(),
			ppLevels(),
		})
}

// Find returns the experiment with the given name, or a *lab.UnknownNameError.
func Find(name string) (Experiment, error) {
	table := Experiments()
	known := make([]string, len(table))
	for i, e := range table {
		known[i] = e.Name
		if e.Name == name {
			return e, nil
		}
	}
	return Experiment{}, &lab.UnknownNameError{Kind: "experiment", Name: name, Known: known}
}
