package lab

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"heddle/task"
)

// Plan says how cases are measured. The zero Plan makes DefaultReps repetitions.
type Plan struct {
	Reps int // repetitions of each case, one warm-up more; 0: DefaultReps
	// Budget bounds the time of a case: one whose warm-up shows that Reps repetitions would
	// take longer gets fewer, at least three, and a remark says so. 0: no bound.
	Budget time.Duration
	// Patience bounds the time of the whole: no round begins after it, but for the first three,
	// and of those all but the first are given up after three times as long. A remark says so.
	// 0: no bound.
	Patience time.Duration
	// Peak measures the FMA peak in GFLOP/s of the workers used. It is called once in each
	// round, so that the peak that rates are compared with was measured beside them. Nil:
	// rates are compared with nothing.
	Peak     func() float64
	Progress Progress // nil: Silent
	// Prior returns what an earlier run has measured of the case with that Key. A complete
	// record takes the place of a measurement, a partial one is continued. Nil: there is none.
	Prior func(key string) (Record, bool)
	// Snapshot is given what there is so far, after a round, once SnapshotEvery has passed since
	// the last time, so that a machine that loses power has not worked in vain. Nil: nobody asks.
	Snapshot func([]Record)

	snapshotEvery time.Duration // 0: SnapshotEvery; tests do not wait
	settle        func()        // nil: waits for settleTime; tests count
}

// settleTime is how long the workers of a runtime that has nothing to do may look for work before
// they sleep: those of package task up to 0.2 ms. So long they hold processors that the workers of
// the next runtime are to wake up on: taskiter, measured behind worksharing, began 90 us late.
const settleTime = 250 * time.Microsecond

// SnapshotEvery is the least time between two snapshots of a measurement.
const SnapshotEvery = time.Minute

// DefaultReps is the number of repetitions of a Plan that names none.
const DefaultReps = 20

// minReps is the least number of repetitions that a budget leaves: the median of three
// still ignores one disturbance.
const minReps = 3

// Measure runs every case once to warm up, then in rounds: one repetition of each case after
// the other, until every case has had its repetitions. It returns one record for each case
// that was run at least once after its warm-up, or that failed, in the order of cases.
//
// A case that returns an error or a wrong answer fails: its record has OK false, an Error and
// no time, and the others go on. Where ctx is cancelled Measure stops after the running
// repetition and returns what was measured together with the cause of ctx.
func (p Plan) Measure(ctx context.Context, cases []Case) ([]Record, error) {
	m := &measurement{Plan: p, runs: make([]run, len(cases))}
	if m.Reps <= 0 {
		m.Reps = DefaultReps
	}
	if m.Progress == nil {
		m.Progress = Silent{}
	}
	if m.settle == nil {
		m.settle = settle
	}
	began := time.Now().Format("2006-01-02T15:04:05.000Z07:00")
	for i := range cases {
		m.runs[i] = m.newRun(&cases[i])
		if r := &m.runs[i]; !r.ended {
			r.record.Began = began
		}
	}
	m.align()
	err := m.all(ctx)
	return m.records(), err
}

// measurement is the state of one call of Measure.
type measurement struct {
	Plan
	runs  []run
	peaks []float64     // one for each round
	last  *task.Runtime // of the case that ran last, nil if it had none
}

// run is a case being measured.
type run struct {
	*Case
	record Record
	reps   int  // repetitions planned
	prior  int  // of them, those of an earlier run
	ended  bool // no further repetitions: it has failed, or an earlier run has done all
	worst  float64
}

func (m *measurement) newRun(c *Case) run {
	r := run{Case: c, record: c.Record, reps: m.Reps}
	if m.Prior == nil {
		return r
	}
	switch p, ok := m.Prior(c.Record.Key()); {
	case ok && p.Complete():
		r.record, r.ended = p, true
	case ok && p.Partial:
		r.record.Samples, r.prior = p.Samples, len(p.Samples)
		if p.Residual != nil {
			r.worst = *p.Residual
			r.record.Residual = new(r.worst)
		}
	}
	return r
}

// align drops the last repetition of cases that an interrupt in the middle of a round left with one
// more than the others: the i-th samples of two cases are of one round, and are compared as such.
func (m *measurement) align() {
	least, most := math.MaxInt, 0
	for i := range m.runs {
		if r := &m.runs[i]; !r.ended {
			least, most = min(least, r.prior), max(most, r.prior)
		}
	}
	if most-least != 1 { // of a case that failed nothing is left
		return
	}
	for i := range m.runs {
		if r := &m.runs[i]; !r.ended && r.prior == most {
			r.prior, r.record.Samples = least, r.record.Samples[:least:least]
		}
	}
}

// due reports whether r takes part in a round; round 0 warms up.
func (r *run) due(round int) bool { return !r.ended && r.prior+round <= r.reps }

// left returns the number of rounds that still have something to do.
func (m *measurement) left() int {
	rounds := 0
	for i := range m.runs {
		if r := &m.runs[i]; !r.ended {
			rounds = max(rounds, 1+r.reps-r.prior)
		}
	}
	return rounds
}

func (m *measurement) all(ctx context.Context) error {
	m.Progress.Begin(m.title(), len(m.runs)*m.left())
	defer m.Progress.End()
	runtime.GC() // what earlier cases left behind is not collected inside a timed run
	start := time.Now()
	shown := start
	for round := 0; round < m.left(); round++ {
		if m.late(round, time.Since(start)) {
			m.Progress.Remark(fmt.Sprintf("%v are up: %d rounds instead of %d", m.Patience, round-1, m.Reps))
			return nil
		}
		if err := m.round(ctx, round); err != nil {
			m.interrupted()
			return err
		}
		if m.Snapshot != nil && time.Since(shown) >= cmp.Or(m.snapshotEvery, SnapshotEvery) {
			shown = time.Now()
			m.Snapshot(m.soFar())
		}
	}
	return nil
}

// round makes one repetition of every case that is due, and looks at the peak.
func (m *measurement) round(ctx context.Context, round int) error {
	if m.Peak != nil && ctx.Err() == nil {
		m.peaks = append(m.peaks, m.Peak())
	}
	for i := range m.runs {
		r := &m.runs[i]
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		m.Progress.Step(r.label())
		if !r.due(round) {
			continue
		}
		m.settled(r.Runtime)
		seconds, err := r.once(ctx)
		switch {
		case err != nil && ctx.Err() != nil:
			return context.Cause(ctx) // cut short by the interrupt, not by a fault of its own
		case err != nil:
			r.ended = true
			r.record.Fail(err.Error())
			m.Progress.Remark(r.label() + " failed: " + strings.TrimPrefix(err.Error(), "failed: "))
		case round == 0:
			m.limit(r, seconds)
		default:
			r.record.Samples = append(r.record.Samples, seconds)
		}
	}
	return nil
}

// settled returns when the workers of the last case's runtime sleep, unless rt, where the next case
// runs, is the same. It waits busily: the next case is not to begin on a core that has slept.
func (m *measurement) settled(rt *task.Runtime) {
	if m.last != nil && m.last != rt {
		m.settle()
	}
	m.last = rt
}

func settle() {
	for start := time.Now(); time.Since(start) < settleTime; {
	}
}

// interrupted marks what is not complete.
func (m *measurement) interrupted() {
	for i := range m.runs {
		r := &m.runs[i]
		r.record.Partial = !r.ended && len(r.record.Samples) < r.reps
	}
}

// soFar returns the records as an interrupt would leave them, and lets the measurement go on.
func (m *measurement) soFar() []Record {
	now := measurement{Plan: m.Plan, runs: slices.Clone(m.runs), peaks: m.peaks}
	now.interrupted()
	return now.records()
}

// late reports whether a round is not to begin any more.
func (m *measurement) late(round int, elapsed time.Duration) bool {
	switch {
	case m.Patience <= 0 || round <= 1:
		return false
	case round <= minReps:
		return elapsed > 3*m.Patience
	}
	return elapsed > m.Patience
}

// title says what is measured, for the reader of the progress.
func (m *measurement) title() string {
	if len(m.runs) == 0 {
		return "nothing"
	}
	r := m.runs[0].record
	title := cmp.Or(r.Experiment, "measuring")
	if r.App != "" {
		title += " " + r.App
	}
	if r.Routine != "" && r.Variant == "" {
		title += " " + r.Routine
	}
	if r.N > 0 {
		title += fmt.Sprintf(" n=%d", r.N)
	}
	return title
}

// limit lowers the repetitions of r to what the budget leaves for runs of that length.
func (m *measurement) limit(r *run, seconds float64) {
	if m.Budget <= 0 || seconds*float64(m.Reps) <= m.Budget.Seconds() {
		return
	}
	r.reps = min(m.Reps, max(minReps, int(m.Budget.Seconds()/seconds)))
	if r.reps < m.Reps {
		m.Progress.Remark(fmt.Sprintf("%s takes %.2g s a run: %d repetitions instead of %d",
			r.label(), seconds, r.reps, m.Reps))
	}
}

// once makes one repetition and returns its seconds, or the error that it ended with, a
// wrong answer included.
func (r *run) once(ctx context.Context) (seconds float64, err error) {
	if r.Prepare != nil {
		if err := r.Prepare(); err != nil {
			return 0, err
		}
	}
	if r.Clock != nil {
		seconds, err = r.Clock(ctx)
	} else {
		start := time.Now()
		err = r.Run(ctx)
		seconds = time.Since(start).Seconds()
	}
	if err != nil || r.Check == nil {
		return seconds, err
	}
	ratio, err := r.Check()
	if err != nil {
		return 0, err
	}
	if !(ratio < MaxRatio) { // NaN is not
		r.record.Residual = finite(ratio)
		return 0, fmt.Errorf("wrong answer: residual ratio %.3g, right below %d", ratio, MaxRatio)
	}
	r.worst = max(r.worst, ratio)
	r.record.Residual = new(r.worst)
	return seconds, nil
}

// finite returns a pointer to x, nil for NaN and infinities, which JSON cannot hold.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// records returns the outcome of every run that has one.
func (m *measurement) records() []Record {
	var out []Record
	for i := range m.runs {
		r := &m.runs[i]
		if !r.ended {
			if len(r.record.Samples) == 0 {
				continue
			}
			r.record.OK = true
			r.record.summarize(r.Flops, m.peaks)
			if r.Finish != nil {
				r.Finish(&r.record)
			}
		}
		out = append(out, r.record)
	}
	return out
}
