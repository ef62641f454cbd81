// Package iterative runs and measures the example programs of package apps: [Once] runs one
// program once and says what came out; [Spec] measures programs in every variant, block size
// and runtime, interleaved.
//
// A [Variant] is a form of a program together with the way in which a worker gets its next
// task, as [TI] compares them (Álvarez and Beltran, Optimizing Iterative Data-Flow Scientific
// Applications Using Directed Cyclic Graphs, IEEE Access 2023).
package iterative
