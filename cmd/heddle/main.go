// Heddle is the laboratory's command: it measures heddle under every parallelization strategy,
// and solves systems from files. `heddle help` says how.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// The first interrupt ends the running measurement and prints what there is; the second
	// ends the process at once.
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// Exit codes, beside 0 for success.
const (
	exitFailed      = 1   // the work was begun and did not succeed
	exitUsage       = 2   // the command line makes no sense
	exitInterrupted = 130 // Ctrl-C, as shells count it
)

// run is main without the process: it returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	said := &counted{Writer: stdout}
	root.SetOut(said)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if ctx.Err() != nil {
		if said.n > 0 {
			fmt.Fprintln(stderr, "heddle: interrupted; what had been measured is printed")
		} else {
			fmt.Fprintln(stderr, "heddle: interrupted before there was a result")
		}
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "heddle:", err)
	var usage *usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailed
}

// counted counts what is written.
type counted struct {
	io.Writer
	n int
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.n += n
	return n, err
}
