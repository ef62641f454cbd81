// Package tasks measures the task runtime itself: [Overhead] runs task graphs whose bodies are
// empty, so that what remains is the cost of a task, building included; [Grain] gives the
// bodies a length and asks whether the graph is faster than the plain loop over the same
// bodies. Both run a [Pattern]: a shape of graph, and the loop that it stands for.
//
// Only one measurement of this package may run at a time.
package tasks
