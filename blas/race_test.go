//go:build race

package blas

// raceEnabled: under the race detector sync.Pool drops values at random.
const raceEnabled = true
