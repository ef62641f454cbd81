package iterative

import (
	"slices"

	"heddle/apps"
	"heddle/lab"
	"heddle/task"
)

// Variant is a form of a program, and how a worker gets its next task while it runs.
type Variant struct {
	Name      string // the form, with +is or +is-inside: "taskiter+is"
	Doc       string // one line: what runs when, and who waits for whom
	Form      apps.Form
	Successor task.Successor
}

var variants = []Variant{
	{"serial", "plain loops on one core: the reference", apps.Serial, task.SuccessorBypass},
	{"worksharing", "parallel loops with barriers", apps.WorkSharing, task.SuccessorBypass},
	{"tasks", "data-flow tasks, submitted anew in every iteration", apps.Tasks, task.SuccessorOff},
	{"tasks+is-inside", "tasks, the immediate successor kept by the scheduler under its lock", apps.Tasks, task.SuccessorInside},
	{"tasks+is", "tasks, the immediate successor bypassing the scheduler", apps.Tasks, task.SuccessorBypass},
	{"taskcache", "one iteration recorded, replayed with a barrier between replays", apps.TaskCache, task.SuccessorOff},
	{"taskiter", "one iteration closed into a cycle: iterations overlap", apps.TaskIter, task.SuccessorOff},
	{"taskiter+is-inside", "taskiter, the immediate successor kept by the scheduler", apps.TaskIter, task.SuccessorInside},
	{"taskiter+is", "taskiter, the immediate successor bypassing the scheduler", apps.TaskIter, task.SuccessorBypass},
}

// Variants returns all variants, the reference first. Without a suffix no task is handed to a
// worker past the queues (task.SuccessorOff).
func Variants() []Variant { return slices.Clone(variants) }

// chooseVariants returns the variants that names ask for, as lab.Choose does.
func chooseVariants(names []string) ([]Variant, error) {
	known := make([]string, len(variants))
	for i, v := range variants {
		known[i] = v.Name
	}
	chosen, err := lab.Choose("variant", known, names)
	if err != nil {
		return nil, err
	}
	var out []Variant
	for _, name := range chosen {
		for _, v := range variants {
			if v.Name == name {
				out = append(out, v)
			}
		}
	}
	return out, nil
}
