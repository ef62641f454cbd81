package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/lab/reproduce"
)

// bindParameters makes a flag of every parameter that an experiment takes. They change p.
func bindParameters(f *pflag.FlagSet, e reproduce.Experiment, p *reproduce.Params) {
	for _, q := range reproduce.Parameters() {
		if slices.Contains(e.Takes, q.Name) {
			value, doc := flagValue(q, p), q.Doc
			if value.String() != "" { // the experiment's own default, which pflag prints
				doc, _, _ = strings.Cut(doc, " (default ")
			}
			f.Var(value, q.Name, doc)
		}
	}
}

// flagValue returns the parameter q of p as a flag.
func flagValue(q reproduce.Parameter, p *reproduce.Params) pflag.Value {
	switch field := q.Field(p).(type) {
	case *[]int:
		if q.Name == "workers" {
			return workerCounts{(*counts)(field)}
		}
		return (*counts)(field)
	case *[]string:
		return (*choices)(field)
	case *int:
		if q.Name == "iterations" {
			return (*count)(field)
		}
		return (*repetitions)(field)
	case *time.Duration:
		return (*duration)(field)
	case *string:
		return (*word)(field)
	case *uint64:
		f := pflag.NewFlagSet("", pflag.ContinueOnError)
		f.Uint64Var(field, q.Name, *field, "")
		return f.Lookup(q.Name).Value
	}
	panic("heddle: no flag for parameter " + q.Name)
}

// workerCounts is a flag that holds numbers of workers.
type workerCounts struct{ *counts }

func (w workerCounts) Set(s string) error {
	c := crew{}
	err := c.Set(s)
	*w.counts = c.counts
	return err
}

// duration is a flag that holds a length of time; 0 is no bound.
type duration time.Duration

func (d *duration) String() string { return time.Duration(*d).String() }
func (d *duration) Type() string   { return "time" }

func (d *duration) Set(s string) error {
	x, err := time.ParseDuration(s)
	if err != nil || x < 0 {
		return fmt.Errorf("%q is no length of time: want 30s, 5m, ..., or 0 for no bound", s)
	}
	*d = duration(x)
	return nil
}

// word is a flag that holds one word.
type word string

func (w *word) String() string     { return string(*w) }
func (w *word) Set(s string) error { *w = word(s); return nil }
func (w *word) Type() string       { return "name" }

// changed returns the parameters whose flags were given.
func changed(f *pflag.FlagSet) []reproduce.Parameter {
	var out []reproduce.Parameter
	for _, q := range reproduce.Parameters() {
		if f.Changed(q.Name) {
			out = append(out, q)
		}
	}
	return out
}

// show prints the parameter q of p as its flag would.
func show(q reproduce.Parameter, p *reproduce.Params) string {
	if s := flagValue(q, p).String(); s != "" {
		return s
	}
	return "(none)"
}

// fullParameters prints the paper's parameters of an experiment.
func fullParameters(e reproduce.Experiment) string {
	var b strings.Builder
	for _, q := range reproduce.Parameters() {
		if s := flagValue(q, &e.Full).String(); s != "" && s != "0" && s != "0s" && slices.Contains(e.Takes, q.Name) {
			fmt.Fprintf(&b, "  --%s %s\n", q.Name, s)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// commandLine prints how cmd was called, for the header of a run file.
func commandLine(cmd *cobra.Command) string {
	line := cmd.CommandPath()
	cmd.Flags().Visit(func(f *pflag.Flag) { line += " --" + f.Name + "=" + f.Value.String() })
	return line
}
