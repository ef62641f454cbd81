// Package machine tells the laboratory what it runs on: the rate of fused multiply-adds that
// results are compared with, the bandwidth of memory, and what was detected. It is the one
// package of the laboratory that looks below the public packages, at internal/cpu and
// internal/kernel: see docs/decisions/0002-machine-facts.md.
package machine
