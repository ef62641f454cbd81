package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"heddle/task"
)

// Session is one visit to the laboratory: where its records go, and whether all its answers
// were right. Experiments take a Session and measure their cases in it.
type Session struct {
	Sink     Sink
	Progress Progress // nil: Silent
	// Stamp fills in what all records of the session share: processor, toolchain. Nil: nothing.
	Stamp func(*Record)
	// Prior and Snapshot are those of every Plan of the session.
	Prior    func(key string) (Record, bool)
	Snapshot func([]Record)
	// Trace is given a trace of each case that has a Runtime, of one repetition more that is
	// made after the measured ones: these are not disturbed. Nil: no traces.
	Trace func(name string, trace *task.Trace) error

	taken, failed int
}

// Measure measures cases as plan says, with the session's Progress, and hands their records to
// the Sink, those of an interrupted measurement too. It returns the cause of ctx where that
// was cancelled; failed cases are no error here but of Err.
func (s *Session) Measure(ctx context.Context, plan Plan, cases []Case) error {
	plan.Progress, plan.Prior, plan.Snapshot = s.Progress, s.Prior, nil
	if s.Snapshot != nil {
		plan.Snapshot = func(records []Record) {
			for i := range records {
				s.stamp(&records[i])
			}
			s.Snapshot(records)
		}
	}
	records, err := plan.Measure(ctx, cases)
	var lost error // the first: a full disk says the same of each
	for _, r := range records {
		if e := s.Take(r); lost == nil {
			lost = e
		}
	}
	err = errors.Join(err, lost)
	if s.Trace != nil {
		err = errors.Join(err, s.trace(ctx, cases, records))
	}
	if noise := Noise(records); noise != "" {
		s.Remark("%s", noise)
	}
	return err
}

// Take hands one record to the Sink.
func (s *Session) Take(r Record) error {
	s.stamp(&r)
	s.taken++
	if !r.OK {
		s.failed++
	}
	return s.Sink.Write(r)
}

// Skip hands the Sink a record that says why nothing could be measured: a rival that is not
// installed is no failure.
func (s *Session) Skip(r Record) error {
	s.stamp(&r)
	return s.Sink.Write(r)
}

func (s *Session) stamp(r *Record) {
	r.Runtime = cmp.Or(r.Runtime, "heddle")
	if s.Stamp != nil {
		s.Stamp(r)
	}
}

// Remark tells the reader something that no record holds.
func (s *Session) Remark(format string, args ...any) {
	if s.Progress != nil {
		s.Progress.Remark(fmt.Sprintf(format, args...))
	}
}

// Err returns a *FailedError if a record taken so far is not OK, nil otherwise.
func (s *Session) Err() error {
	if s.failed == 0 {
		return nil
	}
	return &FailedError{Failed: s.failed, Of: s.taken}
}

// FailedError says how many cases of a session failed.
type FailedError struct{ Failed, Of int }

// Error returns "2 of 33 cases failed".
func (e *FailedError) Error() string { return fmt.Sprintf("%d of %d cases failed", e.Failed, e.Of) }
