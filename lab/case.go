package lab

import (
	"context"

	"heddle/task"
)

// MaxRatio is the largest residual ratio of a right answer, as in LAPACK's tests:
// |A - L*L'| / (n * eps * |A|) and its like.
const MaxRatio = 30

// Case is one row to be measured: a variant bound to a problem of one size.
type Case struct {
	// Record holds what is known beforehand: experiment, variant, workers, sizes, tasks.
	Record Record
	// Flops is the number of floating-point operations of one repetition, counted as the
	// field counts them (n^3/3 for POTRF); 0 where a rate means nothing.
	Flops float64
	// Prepare makes the input before each repetition, untimed. Nil does nothing.
	Prepare func() error
	// Run is timed.
	Run func(ctx context.Context) error
	// Clock, where it is not nil, takes Run's place and does the timing itself: it returns the
	// seconds of one operation. It serves operations so short that many must be timed together,
	// or of which a part is not to be timed.
	Clock func(ctx context.Context) (seconds float64, err error)
	// Check examines the answer of the repetition before, untimed, and returns its residual
	// ratio. An answer is right if the error is nil and the ratio below MaxRatio; NaN is
	// not. Nil means that there is no answer to check.
	Check func() (ratio float64, err error)
	// Runtime is where Run's tasks run, nil if there are none, or on none of ours: what a
	// session that keeps traces records. Its workers come to rest before a case of another.
	Runtime *task.Runtime
	// Finish completes the record, samples and summary being there. Nil does nothing.
	Finish func(*Record)
}

func (c *Case) label() string {
	r := &c.Record
	if r.Runtime != "" && r.Runtime != "heddle" && r.Variant != "" {
		return r.Runtime + " " + r.Variant
	}
	for _, name := range []string{r.Variant, r.Pattern, r.Routine, r.Quantity} {
		if name != "" {
			return name
		}
	}
	return r.Experiment
}
