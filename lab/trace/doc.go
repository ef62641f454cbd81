// Package trace keeps what package task has recorded: it writes traces to files that Perfetto
// (https://ui.perfetto.dev) and Chrome's about:tracing open, reads them back, sums them up,
// and draws them as SVG; and it writes the graph of the tasks as DOT.
//
// A file holds one or more runs, each a process in Perfetto, and in that each worker a thread.
// Everything that a [task.Trace] has is in the file, so nothing is lost by keeping it there.
package trace
