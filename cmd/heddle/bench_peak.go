package main

import (
	"strings"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/machine"
)

func newBenchPeak() *cobra.Command {
	var (
		to      reporting
		workers crew
		pin     = lab.Pins()[0]
	)
	cmd := &cobra.Command{
		Use:   "peak",
		Short: "What this machine can do at best, and what was detected",
		Long: `Measure the rate of fused multiply-adds in registers, and the bandwidth of memory (STREAM's triad),
of one core and of all workers together; and print caches, cores and kernels as they were detected.`,
		Example: `  heddle bench peak
  heddle bench peak --workers 2,4,8 --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			policy, err := lab.ParsePin(pin)
			if err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			return to.conduct(cmd, machine.Limits{Workers: workers.counts, Pin: policy})
		},
	}
	cmd.Flags().Var(&workers, "workers", "workers together (default GOMAXPROCS)")
	cmd.Flags().StringVar(&pin, "pin", pin, "`how` to tie workers to cores: "+strings.Join(lab.Pins(), ", "))
	to.flags(cmd)
	return cmd
}
