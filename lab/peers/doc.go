// Package peers measures the rivals: other runtimes, in C++ and Go, on the problems that the
// laboratory gives to heddle. [Table] lists them, [Find] says which are installed, a [Builder]
// compiles the sources of package heddle/peers, and a [Fleet] turns variants of rivals into
// cases that are measured in one interleaved run with heddle's own.
//
// A rival is a subprocess, started once for each case and told "go" for each repetition. Between
// its repetitions it is stopped, so that threads that wait by spinning take no time from the
// next case. One that crashes, answers nonsense or does not answer in time fails alone.
package peers
