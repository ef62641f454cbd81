package peers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"heddle/lab"
)

// Fleet is the rivals that take part in a measurement, built and ready to start, and those that
// cannot.
type Fleet struct {
	Ready  []Built
	Absent []Built

	choices map[int]choice // of OpenBLAS's kernels, by rows of a tile
	cases   []*engagement
}

// Muster finds and builds the rivals that names names, and tells the session what it does. Rivals
// that are not there, or cannot be built, are in Absent: only names that are not known and a
// cancelled ctx are errors.
func (b Builder) Muster(ctx context.Context, session *lab.Session, names ...string) (*Fleet, error) {
	found, err := b.Host.Find(ctx, names...)
	if err != nil {
		return nil, err
	}
	f := &Fleet{choices: map[int]choice{}}
	for _, x := range found {
		built := b.Build(ctx, x)
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		if built.Fresh && built.Err == nil {
			session.Remark("built %s (%s)", x.Peer.Name, x.Version)
		}
		if built.Err != nil {
			f.Absent = append(f.Absent, built)
			continue
		}
		f.Ready = append(f.Ready, built)
	}
	return f, nil
}

// Report hands session one record for each rival that is absent.
func (f *Fleet) Report(session *lab.Session, like lab.Record) error {
	var err error
	for _, a := range f.Absent {
		r := like
		r.Runtime = a.Finding.Peer.Name
		if a.Finding.Found {
			r.Fail(failed(a.Err).Error())
			err = errors.Join(err, session.Take(r))
		} else {
			r.Fail(a.Err.Error())
			err = errors.Join(err, session.Skip(r))
		}
	}
	return err
}

// Task is what a driver is asked to do.
type Task struct {
	Op      string // potrf, or an example program
	Variant string
	Args    []string // further options of the protocol
	Threads int
	Pin     string // close, spread, none
	Whole   bool   // the variant calls the threaded library once
	Seed    uint64
	// Limit is the time that one repetition may take, its preparation and its check included;
	// then the driver is killed. 0: a minute.
	Limit time.Duration

	coretype string // for OpenBLAS
}

// Case returns a case of one rival: record is what is known beforehand, to which it adds the
// runtime, where the arithmetic comes from and, once it runs, the version. flops is as in
// lab.Case. The driver runs until Close.
func (f *Fleet) Case(b Built, record lab.Record, t Task, flops float64) lab.Case {
	record.Runtime, record.Variant, record.Workers, record.Pin, record.Seed = b.Finding.Peer.Name, t.Variant, t.Threads, t.Pin, t.Seed
	t.Limit = cmp.Or(t.Limit, time.Minute)
	e := &engagement{fleet: f, built: b, task: t}
	f.cases = append(f.cases, e)
	c := lab.Case{Record: record, Flops: flops, Clock: e.clock, Finish: e.finish}
	if !record.Noop {
		c.Check = func() (float64, error) { return e.last.ratio(), nil }
	}
	return c
}

// Close ends all drivers.
func (f *Fleet) Close() {
	for _, e := range f.cases {
		e.stop()
	}
	f.cases = nil
}

// engagement is a driver at work for one case.
type engagement struct {
	fleet   *Fleet
	built   Built
	task    Task
	process *process
	ready   ready
	last    repetition
}

// start starts the driver, which serves all repetitions.
func (e *engagement) start(ctx context.Context) (err error) {
	t := e.task
	args := append([]string{"-op", t.Op, "-variant", t.Variant, "-threads", fmt.Sprint(t.Threads), "-pin", t.Pin}, t.Args...)
	e.process, err = start(ctx, e.built.Driver, t.Seed, args, environ(t.Pin, t.coretype, t.Threads, t.Whole), t.Limit)
	if err == nil {
		e.ready = e.process.ready
	}
	return err
}

// clock makes one repetition, whose time the driver takes itself.
func (e *engagement) clock(ctx context.Context) (float64, error) {
	var err error
	if e.process == nil {
		err = e.start(ctx)
	}
	if err == nil {
		e.last, err = e.process.repeat(ctx, e.task.Limit)
	}
	switch {
	case err == nil:
		return *e.last.Seconds, nil
	case ctx.Err() == nil:
		err = failed(err)
	}
	e.stop()
	return 0, err
}

// failed is the error of a rival by its own fault.
func failed(err error) error { return fmt.Errorf("failed: %w", err) }

func (e *engagement) finish(r *lab.Record) {
	if e.ready.Version != e.ready.BLAS && e.ready.Version != r.Kernel { // of a library the kernels say it
		r.Note = e.ready.Version
	}
	if e.last.Tasks > 0 {
		r.Tasks = e.last.Tasks
	}
	if r.Tasks > 0 {
		r.NsPerTask = r.MedianS * 1e9 / float64(r.Tasks)
	}
}

func (e *engagement) stop() {
	if e.process != nil {
		e.process.kill()
		e.process = nil
	}
}
