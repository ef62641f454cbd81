//go:build !purego

package cpu

// steadyTicks: the architecture promises it.
const steadyTicks = true
