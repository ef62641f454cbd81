// Package reproduce holds the experiments of the papers that heddle builds on, by name: each
// figure and table is one [Experiment], one file and one row of [Experiments]. Names that begin
// with cb- are of Strack, Van Craen and Pflüger, "From Fork-Join to Asynchronous Tasks" (arXiv
// 2606.11937), ti- of Álvarez and Beltran, "Optimizing Iterative Data-Flow Scientific
// Applications Using Directed Cyclic Graphs" (IEEE Access 2023), pp- of "Achieving Performance Parity
// Between the oneTBB and OpenMP oneMKL Backends".
//
// An experiment has two sets of parameters: Quick ends within ten minutes on two cores, Full is
// what the paper used. Every parameter can be set.
package reproduce
