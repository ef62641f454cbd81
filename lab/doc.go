// Package lab is heddle's laboratory: it runs the same problem under many strategies,
// checks every answer, and reports how long each took. Data flows one way:
//
//	spec -> variant -> measure -> record -> stat -> table, CSV, JSON, plot
//
// A [Variant] is one strategy for a problem: a name, a line of prose, and a function. A
// [Case] is one row to be measured: a variant bound to a size. A [Plan] measures cases with
// their repetitions interleaved (A B A B, never A A B B), so that a clock that drifts or a
// neighbour that wakes up hits all of them alike. The outcome of a case is a [Record]; a
// [Sink] prints records.
//
// Every answer is checked, and a wrong answer has no time.
//
// The laboratory's own experiments are in the packages below this one: lab/cholesky,
// lab/level3, lab/products, lab/tasks, lab/iterative, lab/tree, lab/dropin; lab/reproduce names
// those of the papers. They use nothing that this package does not export, so a program may
// measure a variant or a problem of its own in the same way: see the examples.
package lab
