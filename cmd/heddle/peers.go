package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"heddle/lab/peers"
)

func newPeers() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "peers",
		Short: "List the rivals: which are installed, and what brings the others",
		Long: `List the runtimes and libraries that heddle is measured against: found or not, the version, and
where one is missing the Debian package that brings it or the variable that says where yours is:

  HPX_DIR       an installation of HPX, or its lib/cmake/HPX
  TASKFLOW_DIR  a checkout of Taskflow
  PLASMA_DIR    an installation of PLASMA
  OPENBLAS_DIR  an OpenBLAS other than Debian's (include/cblas.h, lib/libopenblas.so)
  HEDDLE_DIR    a checkout of heddle, for the rivals in Go; not needed inside one`,
		Example: `  heddle peers
  heddle peers build                     compile all that are found
  TASKFLOW_DIR=~/taskflow heddle peers build taskflow
  heddle bench cholesky --runtimes all   measure them beside heddle`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return listPeers(cmd) },
	}
	cmd.AddCommand(newPeersBuild())
	return cmd
}

func listPeers(cmd *cobra.Command) error {
	found, err := peers.Find(cmd.Context(), "all")
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "rival\tfound\tversion, or what brings it\twhat it is")
	for _, f := range found {
		state, detail := "yes", f.Version
		if !f.Found {
			state, detail = "no", f.Missing
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", f.Peer.Name, state, detail, f.Peer.Doc)
	}
	return w.Flush()
}

func newPeersBuild() *cobra.Command {
	return &cobra.Command{
		Use:   "build [NAME...]",
		Short: "Compile the rivals that are installed",
		Long: `Compile the drivers of the rivals named, of all that are installed without names, into the user's
cache. What has been compiled from the same sources by the same compiler is not compiled again.
Each rival has a log; one that cannot be built does not keep the others from it. The exit status
is 1 if one that is installed, or that was named, could not be built.`,
		Example: `  heddle peers build
  heddle peers build openmp-gcc tbb`,
		RunE: func(cmd *cobra.Command, names []string) error {
			return buildPeers(cmd.Context(), cmd, names)
		},
	}
}

func buildPeers(ctx context.Context, cmd *cobra.Command, names []string) error {
	asked := names
	if len(asked) == 0 {
		asked = []string{"all"}
	}
	found, err := peers.Find(ctx, asked...)
	if err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	failed := 0
	for _, f := range found {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s ...\n", f.Peer.Name)
		b := peers.Builder{}.Build(ctx, f)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		switch {
		case b.Err != nil:
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %v\n", f.Peer.Name, b.Err)
			if f.Found || len(names) > 0 {
				failed++
			}
		case b.Fresh:
			fmt.Fprintf(cmd.OutOrStdout(), "%s: built, log %s\n", f.Peer.Name, b.Log)
		default:
			fmt.Fprintf(cmd.OutOrStdout(), "%s: is built, log %s\n", f.Peer.Name, b.Log)
		}
	}
	if failed > 0 {
		return errors.New("not all rivals could be built")
	}
	return nil
}
