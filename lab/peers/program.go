package peers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"heddle/lab"
)

// Program is what rivals are asked for where the iterative example programs are compared: one
// program (package heddle/apps) at one size and block.
type Program struct {
	App        string
	Size       []int
	Block      int
	Iterations int // of a while-loop, the most
	Threads    int
	Pin        string // close, spread, none
	Seed       uint64
	// Forms holds the names wanted, as of apps.Form; a rival of which none is named takes part with all of its
	// forms. Nil: all.
	Forms []string
	Limit time.Duration // of one repetition; 0: a minute
}

// forms returns the forms that p has of a program.
func forms(p Peer, app string) []Variant {
	if !slices.Contains(p.Programs, app) {
		return nil
	}
	return programForms
}

// Program returns the cases of all rivals that are ready and have forms of the program. Work,
// which may be nil, is called when a case is done and returns the tasks and flops of a
// repetition.
func (f *Fleet) Program(x Program, work func() (tasks int, flops float64)) []lab.Case {
	size := make([]string, len(x.Size))
	for i, n := range x.Size {
		size[i] = strconv.Itoa(n)
	}
	args := []string{"-size", strings.Join(size, ","), "-block", fmt.Sprint(x.Block), "-iterations", fmt.Sprint(x.Iterations)}
	var cases []lab.Case
	for _, b := range f.Ready {
		for _, v := range wanted(forms(b.Finding.Peer, x.App), x.Forms) {
			r := lab.Record{Experiment: "iterative", App: x.App, Size: x.Size, Block: x.Block, Iterations: x.Iterations}
			c := f.Case(b, r, Task{Op: x.App, Variant: v.Name, Args: args, Threads: x.Threads, Pin: x.Pin, Seed: x.Seed, Limit: x.Limit}, 0)
			c.Record.Variant = v.Form
			finish := c.Finish
			c.Finish = func(r *lab.Record) {
				finish(r)
				r.Residual = nil // the check is the program's own
				if work == nil {
					return
				}
				tasks, flops := work()
				if tasks > 0 && r.Tasks > 0 { // a while-loop that has not run yet counts as many as there may be
					flops *= float64(r.Tasks) / float64(tasks)
				}
				r.GFlops = flops / r.MedianS / 1e9
			}
			cases = append(cases, c)
		}
	}
	return cases
}
