package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/lab"
)

// usageError is a command line that makes no sense.
type usageError struct {
	command string
	err     error
}

func (e *usageError) Error() string {
	return fmt.Sprintf("%v (see %s --help)", e.err, e.command)
}

func (e *usageError) Unwrap() error { return e.err }

// newRoot returns the command with all its subcommands.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "heddle",
		Short: "Measure task runtimes and dense solvers; solve systems from files",
		Long: `heddle is the laboratory of the Go module heddle: data-flow tasks, and dense linear algebra on
them. It runs the same problem under every parallelization strategy, checks every answer, and says
who wins; and it solves symmetric positive definite systems from Matrix Market files.`,
		Example: `  heddle bench cholesky                           who wins, in well under a minute
  heddle bench cholesky --sizes 4096 --tiles 16 --reps 20
  heddle bench peak                               what this machine can do at best
  heddle variants                                 what is compared
  heddle reproduce list                           the papers' figures and tables by name
  heddle run hpcg --size 32 --variant taskiter+is one of the example programs, once
  heddle solve A.mtx b.mtx -o x.mtx`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		newBench(),
		newExport(),
		newPeers(),
		newPlot(),
		newReport(),
		newReproduce(),
		newRun(),
		newSolve(),
		newVariants(), newTrace(), newGraph(),
	)
	root.SetHelpCommand(newHelp(root))
	complain(root)
	return root
}

// newHelp is cobra's own, but that it knows which commands there are.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
		RunE: func(_ *cobra.Command, words []string) error {
			cmd := root
			for _, word := range words {
				sub := slices.IndexFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == word })
				if sub < 0 {
					return &usageError{cmd.CommandPath(), unknownCommand(cmd, word)}
				}
				cmd = cmd.Commands()[sub]
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// complain makes every command answer nonsense with a usageError.
func complain(cmd *cobra.Command) {
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		var invalid *pflag.InvalidValueError
		if errors.As(err, &invalid) { // without the packages that found it out
			err = fmt.Errorf("--%s: %w", invalid.GetFlag().Name, plainNumber(invalid.Unwrap()))
		}
		return &usageError{c.CommandPath(), err}
	})
	if args := cmd.Args; args != nil {
		cmd.Args = func(c *cobra.Command, given []string) error {
			if len(given) > 0 && c.HasSubCommands() {
				return &usageError{c.CommandPath(), unknownCommand(c, given[0])}
			}
			if args(c, given) == nil {
				return nil
			}
			return &usageError{c.CommandPath(), wrongArguments(c, given)}
		}
	}
	for _, c := range cmd.Commands() {
		complain(c)
	}
}

// wrongArguments says what was given and what is wanted; cobra's own words count alone.
func wrongArguments(cmd *cobra.Command, given []string) error {
	got := "no arguments"
	if len(given) > 0 {
		got = fmt.Sprintf("arguments %q", given)
	}
	if name, wanted, some := strings.Cut(cmd.Use, " "); some {
		return fmt.Errorf("%s: want %s %s", got, name, wanted)
	}
	return fmt.Errorf("%s: %s takes none", got, cmd.Name())
}

// unknownCommand names the subcommands that there are, and the nearest.
func unknownCommand(cmd *cobra.Command, name string) error {
	var known []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	return &lab.UnknownNameError{Kind: "command", Name: name, Known: known}
}

// usage marks err as nonsense of the command line if it is one: a name that is not known, or
// numbers that make no sense.
func usage(cmd *cobra.Command, err error) error {
	var unknown *lab.UnknownNameError
	var refused *lab.SpecError
	if errors.As(err, &unknown) || errors.As(err, &refused) {
		return &usageError{cmd.CommandPath(), err}
	}
	return err
}
