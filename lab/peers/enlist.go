package peers

import (
	"context"
	"slices"

	"heddle/lab"
)

// Contestants lists heddle and the rivals that take part in an experiment.
func Contestants(takesPart func(Peer) bool) []string {
	names := []string{"heddle"}
	for _, p := range Table {
		if takesPart(p) {
			names = append(names, p.Name)
		}
	}
	return names
}

// Enlist chooses from known, as Contestants lists them, those that asked names; none: heddle. It
// says whether heddle is one, musters the rivals (nil: there is none), and tells the session of
// those that are absent, by records like the one given.
func (b Builder) Enlist(ctx context.Context, session *lab.Session, known, asked []string, like lab.Record) (heddle bool, f *Fleet, err error) {
	names, err := lab.Choose("runtime", known, lab.Or(asked, []string{"heddle"}))
	if err != nil {
		return false, nil, err
	}
	heddle = slices.Contains(names, "heddle")
	rivals := slices.DeleteFunc(names, func(name string) bool { return name == "heddle" })
	if len(rivals) == 0 {
		return heddle, nil, nil
	}
	if f, err = b.Muster(ctx, session, rivals...); err != nil {
		return heddle, nil, err
	}
	return heddle, f, f.Report(session, like)
}
