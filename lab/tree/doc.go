// Package tree measures the supernodal tree of apps/tree under every mode: each level by itself,
// and the tree as a whole. It is the benchmark of the parity study of the oneTBB and OpenMP
// backends of oneMKL ([PP]).
package tree
