package iterative

import (
	"context"

	"heddle/apps"
	"heddle/lab"
	"heddle/lab/peers"
)

// Runtimes lists the names that Spec.Runtimes may hold: heddle, and the rivals that have forms
// of the programs.
func Runtimes() []string {
	return peers.Contestants(func(p peers.Peer) bool { return len(p.Programs) > 0 })
}

// contestants is who takes part.
type contestants struct {
	heddle bool
	fleet  *peers.Fleet // nil: no rival
}

// close ends the drivers of the rivals; the fleet can be used again.
func (c contestants) close() {
	if c.fleet != nil {
		c.fleet.Close()
	}
}

// contestants checks the names of runtimes, musters the rivals, and tells the session of those
// that are absent.
func (s Spec) contestants(ctx context.Context, session *lab.Session) (contestants, error) {
	heddle, fleet, err := s.Peers.Enlist(ctx, session, Runtimes(), s.Runtimes, lab.Record{Experiment: "iterative"})
	return contestants{heddle, fleet}, err
}

// rivalCases returns the cases of the rivals for one problem, on every number of workers.
func (t trial) rivalCases(who contestants, problem apps.Problem) []lab.Case {
	if who.fleet == nil {
		return nil
	}
	p := problem.Params()
	x := peers.Program{App: t.program.Name, Size: p.Size, Block: p.Block, Iterations: p.Iterations, Pin: lab.PinName(t.Pin), Seed: p.Seed}
	for _, v := range t.variants {
		x.Forms = append(x.Forms, string(v.Form))
	}
	var cases []lab.Case
	for _, w := range t.Workers {
		x.Threads = w
		cases = append(cases, who.fleet.Program(x, func() (int, float64) {
			work := problem.Work()
			return work.Tasks, work.Flops
		})...)
	}
	return cases
}
