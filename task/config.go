package task

import (
	"cmp"
	"runtime"
	"slices"

	"heddle/internal/cpu"
)

// Config says how a Runtime schedules. The zero value is the default.
type Config struct {
	// Workers is how many bodies may run at once; 0 means GOMAXPROCS, or the number of
	// CPUs if that is less and not 0.
	Workers int

	// Pin ties workers to processors. It needs Linux and is ignored elsewhere. A caller of Run is
	// tied once it has queued tasks, or, with CPUs, at once.
	Pin Pin

	// CPUs are the processors that the workers use, by the operating system's numbers, each
	// once and of those that the process may use; empty means all. With PinNone worker i is
	// tied to CPUs[i] (modulo their number), with the others in the order that Pin says.
	// Members of teams beyond the workers stay on CPUs, too. See Runtime.Arena.
	CPUs []int

	// Successor says how the task that a worker runs next is handed to it.
	Successor Successor

	// Decline is the probability, 0 to 1, with which a worker declines its immediate
	// successor and asks the queues, which know priorities ([TI] section IV).
	Decline float64

	// Queue says where ready tasks wait.
	Queue Queue

	// Inline says whether Go may run a ready task at once instead of queueing it.
	Inline Inline

	// Window is how many unfinished tasks a Scope may hold; a producer that is further
	// ahead helps to run them. 0 means 2048. It is rounded up to a power of two, at
	// least 32.
	Window int

	// Regions shows each task as a region, by its label, to runtime/trace while that is
	// on (go tool trace). Cost: about 500 ns a task while one is taken, else 10.
	Regions bool

	// ProfileLabels gives each task its label in CPU profiles, under the key "task"
	// (go tool pprof -tagfocus). A task without a label is named after its function. Cost: about 40 ns a task.
	ProfileLabels bool

	// Seed determines the order in which workers look for victims, and Decline's luck.
	Seed uint64

	machine *cpu.Topology // a made-up one, in tests; nil: this one
	lanes   int           // in tests, cycles that can run in so many lanes do; 0: if it pays
}

// A Pin is a policy of tying workers to processors.
type Pin uint8

const (
	PinNone   Pin = iota // workers run wherever Go's scheduler puts them, unless Config.CPUs says
	PinClose             // one worker a core, neighbours first
	PinSpread            // one worker a core, as far apart as can be
)

// A Successor is a way of handing a worker the first task that its own task made ready. It
// says nothing where a recorded graph runs in order on one worker, or in lanes, a fixed list
// of tasks for each worker: there no task is handed to anybody. A graph runs so where that was
// measured to be faster, with any Successor; to compare the ways of handing on alone, turn
// both off by InlineNever.
type Successor uint8

const (
	// SuccessorBypass runs it next without touching any queue.
	SuccessorBypass Successor = iota
	// SuccessorInside passes it through the scheduler's lock, as OmpSs-2 does, so that
	// priorities are respected.
	SuccessorInside
	// SuccessorOff queues it like any other.
	SuccessorOff
)

// A Queue is a place where ready tasks wait for a worker.
type Queue uint8

const (
	Stealing Queue = iota // a deque for each worker; idle workers steal
	Central               // one queue under one lock
)

// Inline is a policy of running ready tasks in place, and the tasks of recorded graphs in an
// order that was fixed before.
type Inline uint8

const (
	// InlineAdaptive runs a ready task inside Go when tasks have been too short to be
	// worth a queue.
	InlineAdaptive Inline = iota
	// InlineNever queues every task when it is ready.
	InlineNever
)

const (
	firstRing     = 32 // slots of a new scope
	defaultWindow = 2048
	maxWindow     = 1 << 20
)

// complete fills in defaults and panics where a value makes no sense.
func (c Config) complete() Config {
	if c.Workers < 0 || c.Workers > 1<<12 {
		panic("task: Config.Workers is not in 0..4096")
	}
	if !(c.Decline >= 0 && c.Decline <= 1) {
		panic("task: Config.Decline is not in 0..1")
	}
	if c.Window < 0 || c.Window > maxWindow {
		panic("task: Config.Window is not in 0..1048576")
	}
	c.checkCPUs()
	c.CPUs = slices.Clone(c.CPUs)
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
		if n := len(c.CPUs); n > 0 {
			c.Workers = min(c.Workers, n)
		}
	}
	w := firstRing
	for w < cmp.Or(c.Window, defaultWindow) {
		w *= 2
	}
	c.Window = w
	return c
}
