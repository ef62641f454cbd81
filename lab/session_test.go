package lab

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestSessionCountsFailures(t *testing.T) {
	var kept, copied Collect
	s := &Session{Sink: Tee(&kept, &copied), Stamp: func(r *Record) { r.CPU = "made up" }}
	var log []string
	good, bad := logged("good", &log), logged("bad", &log)
	bad.Run = func(context.Context) error { return errors.New("no") }
	if err := s.Measure(context.Background(), Plan{Reps: 1}, []Case{good}); err != nil || s.Err() != nil {
		t.Fatalf("%v, %v", err, s.Err())
	}
	if err := s.Measure(context.Background(), Plan{Reps: 1}, []Case{good, bad}); err != nil {
		t.Fatal(err)
	}
	var failed *FailedError
	if err := s.Err(); !errors.As(err, &failed) || *failed != (FailedError{1, 3}) {
		t.Errorf("Err: %v, want 1 of 3", err)
	}
	if len(kept.Records) != 3 || len(copied.Records) != 3 {
		t.Fatalf("%d and %d records, want 3", len(kept.Records), len(copied.Records))
	}
	for _, r := range kept.Records {
		if r.CPU != "made up" || r.Runtime != "heddle" {
			t.Errorf("record %+v is not stamped", r)
		}
	}
	if got := strings.Join(log, " "); got != "good good good good" {
		t.Errorf("runs %q", got)
	}
}

func TestSessionKeepsRecordsOfInterruptedRuns(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var kept Collect
	s := &Session{Sink: &kept}
	runs := 0
	c := Case{Run: func(context.Context) error {
		if runs++; runs == 3 {
			cancel()
		}
		return nil
	}}
	if err := s.Measure(ctx, Plan{Reps: 9}, []Case{c}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if len(kept.Records) != 1 || kept.Records[0].Reps != 2 || !kept.Records[0].OK {
		t.Errorf("records %+v, want one of two repetitions", kept.Records)
	}
}

// broken is a sink on a full disk.
type broken struct{}

func (broken) Write(Record) error { return errors.New("disk full") }
func (broken) Flush() error       { return errors.New("disk full") }

func TestSessionReportsSinkErrors(t *testing.T) {
	var kept Collect
	s := &Session{Sink: Tee(broken{}, &kept)}
	if err := s.Take(Record{OK: true}); err == nil || len(kept.Records) != 1 {
		t.Errorf("Take: %v, %d kept; want the error, and the record in the other sink", err, len(kept.Records))
	}
	cases := []Case{{Run: func(context.Context) error { return nil }}, {Run: func(context.Context) error { return nil }}}
	if err := s.Measure(context.Background(), Plan{Reps: 1}, cases); err == nil || err.Error() != "disk full" || len(kept.Records) != 3 {
		t.Errorf("two cases: %v, %d kept; want the error once, and all records in the other sink", err, len(kept.Records))
	}
	if err := s.Sink.Flush(); err == nil {
		t.Error("Flush: no error")
	}
}
