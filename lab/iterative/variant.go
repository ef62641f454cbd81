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
	Inline    task.Inline
}

var variants = []Variant{
	{Name: "serial", Doc: "plain loops on one core: the reference", Form: apps.Serial},
	{Name: "worksharing", Doc: "parallel loops with barriers", Form: apps.WorkSharing},
	{Name: "tasks-queued", Doc: "tasks, each of which waits in a queue, however short it is",
		Form: apps.Tasks, Successor: task.SuccessorOff, Inline: task.InlineNever},
	{Name: "tasks", Doc: "data-flow tasks, submitted anew in every iteration",
		Form: apps.Tasks, Successor: task.SuccessorOff},
	{Name: "tasks+is-inside", Doc: "tasks, the immediate successor kept by the scheduler under its lock",
		Form: apps.Tasks, Successor: task.SuccessorInside},
	{Name: "tasks+is", Doc: "tasks, the immediate successor bypassing the scheduler",
		Form: apps.Tasks, Successor: task.SuccessorBypass},
	{Name: "taskcache", Doc: "one iteration recorded, replayed with a barrier between replays",
		Form: apps.TaskCache, Successor: task.SuccessorOff},
	{Name: "taskiter", Doc: "one iteration closed into a cycle: iterations overlap",
		Form: apps.TaskIter, Successor: task.SuccessorOff},
	{Name: "taskiter+is-inside", Doc: "taskiter, the immediate successor kept by the scheduler",
		Form: apps.TaskIter, Successor: task.SuccessorInside},
	{Name: "taskiter+is", Doc: "taskiter, the immediate successor bypassing the scheduler",
		Form: apps.TaskIter, Successor: task.SuccessorBypass},
}

// Variants returns all variants, the reference first. Without a suffix no worker is handed the
// successor of a task that ends (task.SuccessorOff). All but tasks-queued, which works as the
// runtimes of the paper do, may run tasks too short to be shared in place.
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
