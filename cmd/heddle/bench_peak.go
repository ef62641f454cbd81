package main

import (
	"github.com/spf13/cobra"

	"heddle/lab/machine"
	"heddle/task"
)

func newBenchPeak() *cobra.Command {
	var (
		to      reporting
		workers crew
		pin     = pinning{task.PinClose}
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
			return to.conduct(cmd, machine.Limits{Workers: workers.counts, Pin: pin.Pin})
		},
	}
	cmd.Flags().Var(&workers, "workers", "workers together (default GOMAXPROCS)")
	cmd.Flags().Var(&pin, "pin", "tie workers to cores: close, spread, none")
	to.flags(cmd)
	return cmd
}
