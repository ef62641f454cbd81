package claims

import (
	"cmp"
	"slices"
	"strings"

	"heddle/lab"
)

// evidence is what records say about one problem: the largest order measured with the most
// runtimes.
type evidence struct {
	real []lab.Record // of the final round where there was one, otherwise of all tables
	noop []lab.Record
}

func newEvidence(records []lab.Record) *evidence {
	e := &evidence{}
	runtimes := map[int]map[string]bool{} // by order
	finals := map[int]bool{}              // orders that have a final round
	for _, r := range records {
		if !r.OK || r.Routine != "potrf" || r.MedianS <= 0 || r.Workers != workers(records) {
			continue
		}
		if r.Noop {
			e.noop = append(e.noop, r)
			continue
		}
		if runtimes[r.N] == nil {
			runtimes[r.N] = map[string]bool{}
		}
		runtimes[r.N][runtimeOf(&r)] = true
		finals[r.N] = finals[r.N] || r.Round == "final"
		e.real = append(e.real, r)
	}
	best := 0
	for n := range runtimes {
		if best == 0 || cmp.Or(cmp.Compare(len(runtimes[n]), len(runtimes[best])), cmp.Compare(n, best)) > 0 {
			best = n
		}
	}
	e.real = slices.DeleteFunc(e.real, func(r lab.Record) bool { return r.N != best || finals[best] && r.Round != "final" })
	return e
}

// runtimeOf names the runtime of a record: heddle on a rival's kernels is one of its own, which
// shows what the runtime alone does.
func runtimeOf(r *lab.Record) string {
	if r.Runtime == "heddle" && strings.HasPrefix(r.Kernel, "OpenBLAS") {
		return onOpenBLAS
	}
	return r.Runtime
}

const onOpenBLAS = "heddle on OpenBLAS"

// workers returns the largest number of workers of factorizations.
func workers(records []lab.Record) int {
	most := 0
	for _, r := range records {
		if r.Routine == "potrf" {
			most = max(most, r.Workers)
		}
	}
	return most
}

// best returns the fastest record of a form of a runtime, nil if there is none.
func (e *evidence) best(runtime string, f form) *lab.Record {
	return e.bestOf(func(name string) bool { return name == runtime }, f)
}

// bestOf returns the fastest record of the runtimes and forms given, nil if there is none.
func (e *evidence) bestOf(runtime func(string) bool, of ...form) *lab.Record {
	var best *lab.Record
	for i := range e.real {
		r := &e.real[i]
		if !runtime(runtimeOf(r)) || r.Tiles == 0 {
			continue
		}
		for _, f := range of {
			if slices.Contains(forms[runtimeOf(r)][f], r.Variant) && (best == nil || r.MedianS < best.MedianS) {
				best = r
			}
		}
	}
	return best
}
