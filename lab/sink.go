package lab

import "errors"

// Sink takes records as they are made and prints or keeps them: see lab/report.
type Sink interface {
	// Write takes one record.
	Write(Record) error
	// Flush ends the report: what was held back (a table needs all its rows before it can
	// be aligned) is printed.
	Flush() error
}

// Tee is a Sink that hands every record to each of sinks.
func Tee(sinks ...Sink) Sink { return tee(sinks) }

type tee []Sink

func (t tee) Write(r Record) error {
	var errs []error
	for _, s := range t {
		errs = append(errs, s.Write(r))
	}
	return errors.Join(errs...)
}

func (t tee) Flush() error {
	var errs []error
	for _, s := range t {
		errs = append(errs, s.Flush())
	}
	return errors.Join(errs...)
}

// Collect is a Sink that keeps the records.
type Collect struct{ Records []Record }

// Write appends r.
func (c *Collect) Write(r Record) error {
	c.Records = append(c.Records, r)
	return nil
}

// Flush does nothing.
func (c *Collect) Flush() error { return nil }
