// Package solve is the program behind `heddle solve`: it reads a symmetric positive definite
// matrix from a Matrix Market file, factors it, solves for the columns of a right-hand side,
// and says how well that went.
package solve
