package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/lab/runfile"
)

// benchHeader returns the first line of a file of records that cmd, a bench command, writes. Its
// parameters are the flags that say what is measured, those of the defaults too.
func benchHeader(cmd *cobra.Command) (runfile.Header, error) {
	parameters := map[string]string{}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch f.Name {
		case "help", "format", "out", "quiet", "trace":
			return
		}
		if v := f.Value.String(); v != "" {
			parameters[f.Name] = v
		}
	})
	h, err := runfile.NewHeader(cmd.Name(), commandLine(cmd), parameters)
	if err != nil {
		return h, err
	}
	h.Pin = parameters["pin"]
	if f := cmd.Flags().Lookup("seed"); f != nil {
		if h.Seed, err = cmd.Flags().GetUint64("seed"); err != nil {
			return h, err
		}
	}
	if names := parameters["runtimes"]; names != "" {
		addVersions(cmd.Context(), h, strings.Split(names, ","))
	}
	return h, nil
}

// addVersions names in h the versions of the rivals among runtimes.
func addVersions(ctx context.Context, h runfile.Header, runtimes []string) {
	for _, f := range rivals(ctx, runtimes) {
		if f.Found {
			h.Versions[f.Peer.Name] = f.Version
		}
	}
}
