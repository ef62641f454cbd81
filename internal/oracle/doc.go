// Package oracle holds what the tests of arithmetic compare with: naive references whose
// correctness is evident, LAPACK's residual ratios, and matrices that are known to break
// implementations. Nothing here is fast, and only tests may import it.
package oracle
