package task

import "fmt"

// A Schedule says how the iterations of a loop are dealt out to the workers that take
// part. Its zero value is Static(0).
//
// Workers join a loop only while what is left of it is worth the wake-up, and the calling
// goroutine begins alone; the caller may therefore find itself with all iterations. It
// then takes them in order, several chunks in one call where they are very short.
type Schedule struct {
	kind  scheduleKind
	chunk int
}

type scheduleKind uint8

const (
	static scheduleKind = iota
	dynamic
	guided
)

func (k scheduleKind) String() string { return [...]string{"Static", "Dynamic", "Guided"}[k] }

// Static deals chunks of iterations to the workers in turn, so that in repeated loops over
// the same range a worker tends to meet the same iterations again. Chunk 0 means one block
// per worker, all of the same size. A worker that has finished its own share takes chunks
// from the others' shares: what a late or missing worker would have left undone. It panics
// if chunk < 0.
func Static(chunk int) Schedule { return schedule(static, chunk) }

// Dynamic lets each worker take the next chunk as soon as it is free, for iterations of
// different lengths. Chunk 0 is chunk 1. Chunks that last less than 4 us are taken several
// at once while many are left. It panics if chunk < 0.
func Dynamic(chunk int) Schedule { return schedule(dynamic, chunk) }

// Guided lets each worker take a part of what remains, large parts first and never fewer
// than min iterations but for the last: half of what would be its fair share. Min 0 is
// min 1. It panics if min < 0.
func Guided(min int) Schedule { return schedule(guided, min) }

func schedule(k scheduleKind, chunk int) Schedule {
	if chunk < 0 {
		panic(fmt.Sprintf("task: %v: chunk < 0", k))
	}
	return Schedule{k, chunk}
}

// String returns the schedule as it is written in Go: "Dynamic(4)".
func (s Schedule) String() string { return fmt.Sprintf("%v(%d)", s.kind, s.chunk) }

// unit is the fewest iterations that are dealt out at once.
func (s Schedule) unit() uint64 { return uint64(max(s.chunk, 1)) }
