package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"heddle/task"
)

// trace makes one repetition more of each case that has a Runtime and did not fail, recorded,
// and hands its trace to s.Trace. It remarks how long that took beside the median of the
// repetitions that were not recorded: tracing takes time too.
func (s *Session) trace(ctx context.Context, cases []Case, records []Record) error {
	median := map[string]float64{}
	for _, r := range records {
		if r.OK {
			median[r.Key()] = r.MedianS
		}
	}
	for i := range cases {
		c := &cases[i]
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		without, ok := median[c.Record.Key()]
		if c.Runtime == nil || !ok {
			continue
		}
		name := c.Record.title()
		seconds, trace, err := c.traced(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			s.Remark("%s: not traced: %v", name, err)
			continue
		}
		if len(trace.Spans) == 0 {
			s.Remark("%s: nothing to trace: it runs no tasks", name)
			continue
		}
		s.Remark("%s: %.4g ms traced, %.4g ms without (median)", name, seconds*1e3, without*1e3)
		if err := s.Trace(name, trace); err != nil {
			return err
		}
	}
	return nil
}

// traced makes one repetition, recorded, and returns its seconds.
func (c *Case) traced(ctx context.Context) (seconds float64, trace *task.Trace, err error) {
	if c.Prepare != nil {
		if err := c.Prepare(); err != nil {
			return 0, nil, err
		}
	}
	if err := c.Runtime.StartTrace(0); err != nil {
		return 0, nil, err
	}
	if c.Clock != nil {
		seconds, err = c.Clock(ctx)
	} else {
		start := time.Now()
		err = c.Run(ctx)
		seconds = time.Since(start).Seconds()
	}
	trace, stop := c.Runtime.StopTrace()
	return seconds, trace, errors.Join(err, stop)
}

// title names a case among others, for a trace: by what was run and how large.
func (r Record) title() string {
	var words []string
	for _, w := range []string{r.Experiment, r.App, r.Routine, r.Contestant(), r.Pattern, r.Form} {
		if w = strings.TrimSpace(w); w != "" {
			words = append(words, w)
		}
	}
	add := func(key string, n int) {
		if n > 0 {
			words = append(words, fmt.Sprintf("%s=%d", key, n))
		}
	}
	add("n", r.N)
	add("tiles", r.Tiles)
	add("block", r.Block)
	if r.BodyNs != nil {
		words = append(words, fmt.Sprintf("body=%v", time.Duration(*r.BodyNs)))
	}
	add("workers", r.Workers)
	return strings.Join(words, " ")
}
