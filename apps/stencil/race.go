//go:build race

package stencil

// detecting says that the race detector watches; see newWide.
const detecting = true
