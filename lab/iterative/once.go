package iterative

import (
	"context"
	"runtime"
	"strings"
	"time"

	"heddle/apps"
	"heddle/lab"
	"heddle/task"
)

// Once says which program to run a single time, and how.
type Once struct {
	App      string      // name of a program
	Variant  string      // name of a variant; "": taskiter+is
	Params   apps.Params // zero fields: the program's defaults; one number of Size stands for all
	Workers  int         // of the runtime; 0: GOMAXPROCS
	Pin      task.Pin
	Programs []apps.Program // to choose from; nil: Programs()
	Progress lab.Progress   // nil: lab.Silent
	// Trace is given a trace of the run, whose time then includes that of tracing. Nil: none.
	// The serial form has no tasks, and no trace.
	Trace func(name string, trace *task.Trace) error
}

// Run runs the program once, on data made anew, and checks the results. A program that fails
// or whose results are wrong is no error: the Result says so. Errors: a *lab.UnknownNameError,
// a *lab.SpecError for parameters that make no sense, the cause of a cancelled ctx.
func (o Once) Run(ctx context.Context) (*Result, error) {
	program, v, err := o.named()
	if err != nil {
		return nil, err
	}
	progress := o.Progress
	if progress == nil {
		progress = lab.Silent{}
	}
	progress.Begin(program.Name+" "+v.Name, 3)
	defer progress.End()
	progress.Step("making the data")
	problem, err := prepare(program, o.Params)
	if err != nil {
		return nil, err
	}
	r := &Result{App: program.Name, Doc: program.Doc, Runtime: "heddle", Variant: v.Name, VariantDoc: v.Doc,
		Workers: o.Workers, Dims: program.Dims, BlockDoc: program.BlockDoc}
	if r.Workers == 0 {
		r.Workers = runtime.GOMAXPROCS(0)
	}
	p := problem.Params()
	r.Size, r.Block, r.Iterations, r.Seed = p.Size, p.Block, p.Iterations, p.Seed
	pool := crews{config: task.Config{Pin: o.Pin, Seed: p.Seed}}
	defer pool.close()
	rt := pool.runtime(r.Workers, v)
	if rt == nil {
		r.Workers = 1
	}
	problem.Reset()
	runtime.GC() // what making the data left behind is not collected while it runs
	progress.Step("running")
	traced := o.Trace != nil && rt != nil
	if traced {
		if err := rt.StartTrace(0); err != nil {
			return nil, err
		}
	}
	start := time.Now()
	err = problem.Run(ctx, rt, v.Form)
	r.Seconds = time.Since(start).Seconds()
	if traced {
		trace, stop := rt.StopTrace()
		if stop == nil {
			stop = o.Trace(program.Name+" "+v.Name, trace)
		}
		if stop != nil {
			return nil, stop
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		r.Seconds, r.Error = 0, err.Error()
		return r, nil
	}
	progress.Step("checking")
	r.take(problem, v)
	return r, nil
}

// named finds what o names.
func (o Once) named() (apps.Program, Variant, error) {
	table := o.Programs
	if table == nil {
		table = programs
	}
	if o.Variant == "" {
		o.Variant = "taskiter+is"
	}
	chosen, err := choose(table, []string{o.App})
	if err != nil {
		return apps.Program{}, Variant{}, err
	}
	vs, err := chooseVariants([]string{o.Variant})
	if err != nil {
		return apps.Program{}, Variant{}, err
	}
	if len(chosen) > 1 || len(vs) > 1 {
		return apps.Program{}, Variant{}, lab.Refuse("%s %s names more than one: want one program in one variant", o.App, o.Variant)
	}
	return chosen[0], vs[0], nil
}

// prepare makes a problem. What a program says about its parameters is a *lab.SpecError.
func prepare(program apps.Program, p apps.Params) (apps.Problem, error) {
	p.Size = sized(program, p.Size)
	problem, err := program.New(p)
	if err != nil {
		return nil, refused(program, err)
	}
	return problem, nil
}

// refused says that program cannot be run with the parameters asked for.
func refused(program apps.Program, err error) error {
	return lab.Refuse("%s: %s", program.Name, strings.TrimPrefix(err.Error(), program.Name+": "))
}
