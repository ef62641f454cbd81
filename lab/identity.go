package lab

import (
	"cmp"
	"encoding/json"
	"strings"
)

// Spec returns what was known of r before it was measured, by which one case is told from
// another: every field but those that a measurement fills in and those that only explain.
func (r Record) Spec() Record {
	r.Runtime = cmp.Or(r.Runtime, "heddle")
	r.OK, r.Error, r.Note, r.Partial = false, "", "", false
	r.CPU, r.GoVersion, r.Began = "", "", ""
	r.Reps, r.Tasks, r.Value, r.Unit = 0, 0, 0, ""
	r.MedianS, r.MinS, r.MaxS, r.Spread, r.Samples = 0, 0, 0, 0, nil
	r.GFlops, r.PeakGFlops, r.PeakFraction, r.PeakSpread = 0, 0, 0, 0
	r.NsPerTask, r.SerialNs, r.IdealNs, r.VersusSerial, r.VersusIdeal = 0, 0, 0, 0, 0
	r.AllocsPerTask, r.HeapMiB, r.Residual, r.PackedBytes = nil, nil, nil, 0
	return r
}

// Key returns a text that two records have in common if and only if they are of the same case:
// their Specs are equal.
func (r Record) Key() string {
	text, err := json.Marshal(r.Spec())
	if err != nil {
		panic("lab: a record that JSON cannot hold: " + err.Error())
	}
	return string(text)
}

// Contestant names what runs a record's problem: the variant, with its runtime where that is a
// rival's, and the way of queueing where that is compared: "task-async", "openmp-gcc task_depend".
func (r Record) Contestant() string {
	name := r.Variant
	if r.Runtime != "" && r.Runtime != "heddle" && r.Runtime != name {
		name = strings.TrimSpace(r.Runtime + " " + name)
	}
	if library, _, foreign := strings.Cut(r.Kernel, " "); foreign && r.Runtime == "heddle" {
		name += " on " + library
	}
	if r.Queue != "" {
		name += " (" + r.Queue + ")"
	}
	return name
}

// CompareRecords returns how many times as long a takes as b: by rounds where their repetitions
// were interleaved, otherwise apart.
func CompareRecords(a, b Record) Ratio {
	if a.Began == b.Began {
		return Compare(a.Samples, b.Samples)
	}
	return CompareApart(a.Samples, b.Samples)
}

// Complete reports whether r needs no further repetitions: it is right, and was not cut short.
func (r Record) Complete() bool { return r.OK && !r.Partial }

// Latest returns, of the records of each case, the one that came last, in the order in which
// cases came first.
func Latest(records []Record) []Record {
	var out []Record
	at := map[string]int{}
	for _, r := range records {
		k := r.Key()
		if i, ok := at[k]; ok {
			out[i] = r
			continue
		}
		at[k] = len(out)
		out = append(out, r)
	}
	return out
}
