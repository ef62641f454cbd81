// Package claims holds sentences of the paper of Cholesky-Bench (Strack, Van Craen and Pflüger,
// arXiv 2606.11937) beside what records of this machine say: what was found on 128 cores is a
// ratio of two times, and so is what is found here, with its interval.
package claims
