// Package tree factors a sparse symmetric positive definite matrix whose supernodes form a binary
// tree: the benchmark of the parity study of the oneTBB and OpenMP backends of oneMKL ([PP]) as a
// real program. Each supernode is a dense front: it adds up what its two children left, factors
// its pivots (POTRF), computes the rows below them (TRSM), and leaves their update to its parent
// (SYRK). Near the leaves there are many small fronts and plenty to do at once; towards the root
// there are fewer and larger ones, and a scheduler must put several workers on one.
//
// The four [Mode]s are the ways to do that. All give the same bits.
package tree
