package lab

import "context"

// Variant is one strategy for problems of type P: one row of an experiment's table.
type Variant[P any] struct {
	Name string // as in the literature, lower case with hyphens: "task-async"
	Doc  string // one line for `heddle variants`: what runs when, and who waits for whom
	// Untiled says that the strategy works on the whole matrix: it is run once for a size,
	// not once for each tile size, and has no tasks to count.
	Untiled bool
	// Run solves p; all of it is timed. It returns when nothing of it runs any more, with
	// the cause of ctx early where ctx is cancelled, and with an error where p has no answer.
	Run func(ctx context.Context, p P) error
}

// Select returns the variants that the names ask for, in the order asked, each once: a name
// is a variant's, a pattern as of path.Match ("task-*"), or "all". The error, an
// *UnknownNameError, names the nearest known names.
func Select[P any](table []Variant[P], names []string) ([]Variant[P], error) {
	known := make([]string, len(table))
	row := make(map[string]Variant[P], len(table))
	for i, v := range table {
		known[i], row[v.Name] = v.Name, v
	}
	chosen, err := Choose("variant", known, names)
	if err != nil {
		return nil, err
	}
	variants := make([]Variant[P], len(chosen))
	for i, name := range chosen {
		variants[i] = row[name]
	}
	return variants, nil
}
