// Package cholesky is the laboratory's main experiment: one symmetric positive definite matrix,
// factored by tiled Cholesky under every strategy of parallelization. A strategy is one file and
// one row of [Variants]; all call the same tile operations, so they differ only in who runs what
// when. Names are those of Strack, Van Craen and Pflüger, "From Fork-Join to Asynchronous Tasks"
// (arXiv 2606.11937).
package cholesky
