//go:build !purego

// Functions without a body need a file of assembly beside them.
