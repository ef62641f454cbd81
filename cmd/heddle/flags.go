package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// counts is a flag that holds numbers from 1, separated by commas.
type counts []int

func (c *counts) String() string {
	words := make([]string, len(*c))
	for i, n := range *c {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}

func (c *counts) Set(s string) error {
	*c = nil
	for word := range strings.SplitSeq(s, ",") {
		n, err := parseCount(word)
		if errors.Is(err, strconv.ErrSyntax) {
			err = fmt.Errorf("%w: want numbers separated by commas", err)
		}
		if err != nil {
			return err
		}
		*c = append(*c, n)
	}
	return nil
}

// parseCount reads a number from 1. The error is a badNumber where the word is none.
func parseCount(word string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(word))
	switch {
	case err != nil:
		return 0, plainNumber(err)
	case n < 1:
		return 0, fmt.Errorf("%d: want 1 or more", n)
	}
	return n, nil
}

// badNumber is an error of package strconv in words for people; it unwraps to that package's.
type badNumber struct {
	said string
	err  error
}

func (e *badNumber) Error() string { return e.said }
func (e *badNumber) Unwrap() error { return e.err }

// plainNumber returns err, of a flag, in words for people if it is one of package strconv.
func plainNumber(err error) error {
	var num *strconv.NumError
	switch {
	case !errors.As(err, &num):
		return err
	case errors.Is(err, strconv.ErrRange):
		return &badNumber{num.Num + " is more than this machine can count", num.Err}
	case num.Func == "ParseBool":
		return &badNumber{fmt.Sprintf("%q is neither true nor false", num.Num), num.Err}
	case num.Func == "ParseFloat":
		return &badNumber{fmt.Sprintf("%q is no number", num.Num), num.Err}
	case num.Func == "ParseUint":
		return &badNumber{fmt.Sprintf("%q is no whole number from 0", num.Num), num.Err}
	}
	return &badNumber{fmt.Sprintf("%q is no whole number", num.Num), num.Err}
}

func (c *counts) Type() string { return "numbers" }

// count is a flag that holds one number from 1; 0 if it is not given.
type count int

func (c *count) String() string {
	if *c == 0 {
		return ""
	}
	return strconv.Itoa(int(*c))
}

func (c *count) Set(s string) error {
	if strings.Contains(s, ",") {
		return fmt.Errorf("%s: want one number", s)
	}
	n, err := parseCount(s)
	*c = count(n)
	return err
}

func (c *count) Type() string { return "number" }

// repetitions is a flag that holds a number from 1.
type repetitions int

func (r *repetitions) String() string { return strconv.Itoa(int(*r)) }

func (r *repetitions) Set(s string) error {
	n, err := parseCount(s)
	*r = repetitions(n)
	return err
}

func (r *repetitions) Type() string { return "number" }

// crew is a flag that holds numbers of workers.
type crew struct{ counts }

func (c *crew) Set(s string) error {
	if err := c.counts.Set(s); err != nil {
		return err
	}
	for _, n := range c.counts {
		if n > maxWorkers {
			return fmt.Errorf("%d workers: want %d at most", n, maxWorkers)
		}
	}
	return nil
}

// maxWorkers is the most that a runtime has, a few for each core of the largest machines.
const maxWorkers = 4096

// durations is a flag that holds lengths of time, separated by commas.
type durations []time.Duration

func (d *durations) String() string {
	words := make([]string, len(*d))
	for i, x := range *d {
		if words[i] = x.String(); x == 0 {
			words[i] = "0"
		}
	}
	return strings.Join(words, ",")
}

func (d *durations) Set(s string) error {
	*d = nil
	for word := range strings.SplitSeq(s, ",") {
		x, err := time.ParseDuration(strings.TrimSpace(word))
		if err != nil {
			return fmt.Errorf("%q is no length of time: want 0, 100ns, 4us, ... separated by commas", word)
		}
		*d = append(*d, x)
	}
	return nil
}

func (d *durations) Type() string { return "times" }

// choices is a flag that holds names, separated by commas. They are checked where they are
// used, by what knows them.
type choices []string

func (c *choices) String() string     { return strings.Join(*c, ",") }
func (c *choices) Set(s string) error { *c = strings.Split(s, ","); return nil }
func (c *choices) Type() string       { return "names" }
