package blas

import "fmt"

// NotPositiveDefiniteError says that a matrix is not positive definite: Minor is the order of the
// first leading minor that is not, LAPACK's info. NaN or Inf in the triangle read counts as such.
type NotPositiveDefiniteError struct{ Minor int }

// Error names the minor.
func (e *NotPositiveDefiniteError) Error() string {
	return fmt.Sprintf("matrix is not positive definite: its leading minor of order %d is not", e.Minor)
}
