package claims

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"heddle/lab"
	"heddle/lab/report"
)

// Claim is one sentence, for one runtime or one pair of them.
type Claim struct {
	Sentence string    // what the paper says
	Paper    string    // what it found on 128 cores
	Compared string    // what is compared here
	Here     lab.Ratio // how many times as long the slower side takes, as the sentence has it
	Holds    string    // "yes", "no: ...", or "cannot be told: ..."
}

// form is one of the paper's four ways of writing the factorization.
type form int

const (
	naive form = iota
	collapsed
	synchronous
	asynchronous
)

// forms names the variants of each runtime that are each of the paper's forms; of several the
// fastest counts.
var forms = map[string][4][]string{
	"heddle":      {{"for-naive"}, {"for-collapse"}, {"task-sync"}, {"task-async"}},
	onOpenBLAS:    {{"for-naive"}, {"for-collapse"}, {"task-sync"}, {"task-async"}},
	"openmp-gcc":  {{"for_naive"}, {"for_collapse"}, {"task_naive"}, {"task_depend"}},
	"openmp-llvm": {{"for_naive"}, {"for_collapse", "for_collapse_dynamic"}, {"task_naive"}, {"task_depend"}},
	"hpx":         {{"loop_one"}, {"loop_two"}, {"sync_future"}, {"async_future", "async_void"}},
	"tbb":         {{"parallel_for"}, {"range2d"}, {"task_group"}, {"flow_graph"}},
	"starpu":      {asynchronous: {"data_flow"}},
	"taskflow":    {asynchronous: {"static_graph", "dependent_async"}},
}

// runtimes are those of forms, in the order in which they are spoken of.
var runtimes = []string{"openmp-gcc", "openmp-llvm", "hpx", "tbb", "starpu", "taskflow", onOpenBLAS, "heddle"}

// openMP reports whether a runtime is one of the paper's OpenMPs.
func openMP(runtime string) bool { return runtime == "openmp-gcc" || runtime == "openmp-llvm" }

// Of returns the claims that records can say something about.
func Of(records []lab.Record) []Claim {
	e := newEvidence(records)
	var out []Claim
	for _, rt := range runtimes {
		out = append(out, e.claim("a collapsed fork-join loop beats the naive one", "faster (no number)",
			e.best(rt, naive), e.best(rt, collapsed))...)
	}
	for _, rt := range runtimes {
		c := e.claim("a collapsed fork-join loop closes most of the gap to synchronous tasks", "most of the gap (no number)",
			e.best(rt, collapsed), e.best(rt, synchronous))
		out = append(out, e.gap(c, rt)...)
	}
	for _, rt := range runtimes {
		found := "1.07x"
		if rt == "hpx" {
			found = "1.14x"
		} else if !openMP(rt) {
			found = "1.07x (OpenMP), 1.14x (HPX)"
		}
		out = append(out, e.claim("tasks without barriers beat tasks with them", found, e.best(rt, synchronous), e.best(rt, asynchronous))...)
	}
	openmp := e.bestOf(openMP, naive, collapsed, synchronous, asynchronous)
	async := e.bestOf(openMP, asynchronous)
	for _, rt := range runtimes {
		if openMP(rt) {
			continue
		}
		found := "1.15x to 1.30x (HPX)"
		only := func(name string) bool { return name == rt }
		out = append(out, e.claim("a task runtime beats OpenMP, each at its best", found,
			openmp, e.bestOf(only, naive, collapsed, synchronous, asynchronous))...)
	}
	for _, rt := range runtimes {
		if !openMP(rt) {
			out = append(out, e.claim("its asynchronous tasks beat OpenMP's", "up to 1.26x (HPX)", async, e.best(rt, asynchronous))...)
		}
	}
	return append(out, e.overheads()...)
}

// claim compares two records, both of which may be missing: then there is no claim.
func (e *evidence) claim(sentence, paper string, slower, faster *lab.Record) []Claim {
	if slower == nil || faster == nil {
		return nil
	}
	c := Claim{Sentence: sentence, Paper: paper, Here: lab.CompareRecords(*slower, *faster), Compared: name(slower) + " over " + name(faster)}
	c.judge()
	return []Claim{c}
}

func (c *Claim) judge() {
	switch {
	case !c.Here.Bounded():
		c.Holds = "cannot be told: too few repetitions"
	case c.Here.Low > 1:
		c.Holds = "yes"
	case c.Here.High < 1:
		c.Holds = "no: the other way round"
	default:
		c.Holds = "cannot be told: the interval holds 1"
	}
}

// gap judges how much of the gap between the naive loop and synchronous tasks the collapsed loop
// leaves open.
func (e *evidence) gap(c []Claim, runtime string) []Claim {
	n, k, s := e.best(runtime, naive), e.best(runtime, collapsed), e.best(runtime, synchronous)
	if len(c) == 0 || n == nil {
		return nil
	}
	closed := (n.MedianS - k.MedianS) / (n.MedianS - s.MedianS)
	narrower := lab.CompareRecords(*n, *k).Low > 1 // the collapsed loop is told apart from the naive one
	switch {
	case lab.CompareRecords(*n, *s).Low <= 1:
		c[0].Holds = "cannot be told: there is no gap to close"
	case closed >= 0.5 && narrower:
		c[0].Holds = fmt.Sprintf("yes: %.0f %% of it", 100*min(1, closed))
	case closed < 0.5 && c[0].Here.Low > 1:
		c[0].Holds = fmt.Sprintf("no: %.0f %% of it", 100*max(0, closed))
	default:
		c[0].Holds = "cannot be told: the intervals are too wide"
	}
	return c
}

// overheads compares what a task costs, kernels replaced by nothing, at the largest number of
// tiles that OpenMP was measured at.
func (e *evidence) overheads() []Claim {
	var openmp *lab.Record
	for i := range e.noop {
		r := &e.noop[i]
		if !openMP(r.Runtime) || !slices.Contains(forms[r.Runtime][asynchronous], r.Variant) {
			continue
		}
		if openmp == nil || r.Tiles > openmp.Tiles || (r.Tiles == openmp.Tiles && r.MedianS < openmp.MedianS) {
			openmp = r
		}
	}
	if openmp == nil {
		return nil
	}
	var out []Claim
	for _, rt := range runtimes {
		for i := range e.noop {
			r := &e.noop[i]
			if runtimeOf(r) != rt || openMP(rt) || r.Tiles != openmp.Tiles || !slices.Contains(forms[rt][asynchronous], r.Variant) {
				continue
			}
			c := e.claim("a task costs less than OpenMP's", "3.8x: 2.0 us (HPX) against 7.6 us", openmp, r)
			c[0].Compared = fmt.Sprintf("%s, %s a task, over %s, %s", name(openmp), perTask(openmp), name(r), perTask(r))
			out = append(out, c...)
		}
	}
	return out
}

// perTask prints what a task costs.
func perTask(r *lab.Record) string {
	ns := r.MedianS * 1e9 / float64(max(1, r.Tasks))
	if ns < 1000 {
		return fmt.Sprintf("%.3g ns", ns)
	}
	return fmt.Sprintf("%.3g us", ns/1000)
}

// name says what a record is of, at which number of tiles.
func name(r *lab.Record) string {
	who := r.Contestant()
	if r.Runtime == "heddle" {
		who = "heddle " + who
	}
	return fmt.Sprintf("%s in %d tiles", who, r.Tiles)
}

// Group is the claims of one sentence.
type Group struct {
	Sentence string
	Claims   []Claim
}

// Groups collects claims by their sentences, in the order in which those come first.
func Groups(claims []Claim) []Group {
	var out []Group
	for _, c := range claims {
		i := slices.IndexFunc(out, func(g Group) bool { return g.Sentence == c.Sentence })
		if i < 0 {
			i, out = len(out), append(out, Group{Sentence: c.Sentence})
		}
		out[i].Claims = append(out[i].Claims, c)
	}
	return out
}

// Found prints the ratio and its interval.
func (c Claim) Found() string {
	return strings.TrimSpace(fmt.Sprintf("%.2fx %s", c.Here.Value, report.Interval(c.Here)))
}

// Print writes claims as text, sentence by sentence. It writes nothing where there are none.
func Print(w io.Writer, claims []Claim) error {
	var b strings.Builder
	if len(claims) > 0 {
		b.WriteString("What the paper says (arXiv 2606.11937), and what this machine gives:\n")
	}
	for _, g := range Groups(claims) {
		fmt.Fprintf(&b, "\n  %s\n", g.Sentence)
		for _, c := range g.Claims {
			fmt.Fprintf(&b, "    %s\n      %s here, %s there; holds: %s\n", c.Compared, c.Found(), c.Paper, c.Holds)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
