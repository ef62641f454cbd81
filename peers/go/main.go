// Command go is the rival that plain Go is: worker pools from other people's modules, and phases
// written by hand, on heddle's own kernels. It speaks the protocol of ../README.md. It is a module
// of its own, so that programs that use heddle do not get what it depends on.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"

	"heddle/lab"
	"heddle/lab/cholesky"
	"heddle/task"
)

// table lists the variants. Each starts the tasks of a phase and waits for them, as one does who
// has a pool and no dependencies.
var table = []lab.Variant[*cholesky.Problem]{
	{Name: "pond", Doc: "github.com/alitto/pond: a task group a phase", Run: byPond},
	{Name: "ants", Doc: "github.com/panjf2000/ants: a pool and a WaitGroup a phase", Run: byAnts},
	{Name: "conc", Doc: "github.com/sourcegraph/conc: a pool with a limit a phase", Run: byConc},
	{Name: "errgroup", Doc: "golang.org/x/sync/errgroup: a group with a limit a phase", Run: byErrGroup},
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stdout, answer{Error: err.Error()})
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(args []string) error {
	f := flag.NewFlagSet("go", flag.ContinueOnError)
	op := f.String("op", "potrf", "")
	name := f.String("variant", "", "one of -list")
	n := f.Int("n", 1024, "order of the matrix")
	nb := f.Int("nb", 128, "rows of a tile")
	threads := f.Int("threads", runtime.NumCPU(), "")
	reps := f.Int("reps", 5, "")
	seed := f.Uint64("seed", 1, "")
	noop := f.Bool("noop", false, "replace every kernel by nothing")
	serve := f.Bool("serve", false, "repetitions on demand")
	list := f.Bool("list", false, "print op, name and description of every variant")
	f.String("pin", "none", "ignored: goroutines cannot be pinned from outside")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *list {
		for _, v := range table {
			fmt.Printf("potrf\t%s\t%s\n", v.Name, v.Doc)
		}
		return nil
	}
	if *op != "potrf" {
		return fmt.Errorf("no op %q", *op)
	}
	chosen, err := lab.Select(table, []string{*name})
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(*threads)
	rt := task.New(task.Config{Workers: *threads})
	defer rt.Close()
	p, err := cholesky.NewProblem(rt, *n, *seed, *noop)
	if err != nil {
		return err
	}
	d := driver{problem: p, run: func() error { return chosen[0].Run(context.Background(), p) }, nb: *nb}
	if *serve {
		return d.serve(os.Stdin, os.Stdout, *seed)
	}
	return d.measure(os.Stdout, chosen[0].Name, *n, *threads, *reps, *seed)
}
