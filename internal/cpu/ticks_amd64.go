//go:build !purego

package cpu

// steadyTicks: the counter runs at one rate whatever the core's clock does, and in sleep.
var steadyTicks = invariantTSC()

// invariantTSC asks for the bit of that name (CPUID 80000007H, EDX 8).
func invariantTSC() bool
