// Package dropin measures what package gonumla does for programs that use gonum: the matrix
// operations of package mat as they are, and with heddle installed below them, interleaved. Not a
// line of what is timed differs.
package dropin
