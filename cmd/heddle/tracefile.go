package main

import (
	"errors"

	"github.com/spf13/pflag"

	"heddle/lab"
	"heddle/lab/trace"
	"heddle/task"
)

// traceFile is the flag --trace, the same for all commands that measure. A command binds it
// by flag, opens it by attach, and ends it by close; the session does the rest, for each of
// its cases that names its runtime (lab.Case.Runtime).
type traceFile struct {
	name string
	out  output
	to   *trace.Writer
}

func (t *traceFile) flag(f *pflag.FlagSet) {
	f.StringVar(&t.name, "trace", "", "record every task of one repetition more of each row, after the measured ones, in `FILE` (see heddle trace)")
}

// attach opens the file and lets session write its traces there. It refuses the file that the
// records go to.
func (t *traceFile) attach(session *lab.Session, records string) error {
	if t.name == "" {
		return nil
	}
	t.out = output{name: t.name}
	if err := t.out.open(); err != nil {
		return err
	}
	if sameFile(t.name, records) {
		return errors.Join(lab.Refuse("--out and --trace both name %s: want two files", t.name), t.out.close())
	}
	t.to = trace.NewWriter(&t.out)
	session.Trace = t.add
	return nil
}

func (t *traceFile) add(name string, tr *task.Trace) error {
	return t.to.Add(trace.Run{Name: name, Trace: tr})
}

// close ends the file, if there is one.
func (t *traceFile) close(session *lab.Session) error {
	if t.to == nil {
		return nil
	}
	if t.to.Runs() == 0 {
		session.Remark("no trace: nothing that was measured ran tasks of heddle")
		return t.out.close()
	}
	err := errors.Join(t.to.Close(), t.out.close())
	if err == nil {
		session.Remark("trace in %s: heddle trace stats %[1]s, heddle trace view %[1]s, or https://ui.perfetto.dev", t.name)
	}
	return err
}
