package matrixmarket

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Format says how a file lists its entries.
type Format byte

// The formats of entries.
const (
	Coordinate Format = iota // row, column and value of each entry that is not zero
	Array                    // every value, column by column
)

// String returns the word of the header.
func (f Format) String() string { return formats[f] }

// Field says what the entries are.
type Field byte

// The kinds of entries.
const (
	Real    Field = iota
	Integer       // passed on as float64, rounded beyond 2^53
	Pattern       // positions alone: every value is 1
)

// String returns the word of the header.
func (f Field) String() string { return fields[f] }

// Symmetry says which entries follow from others.
type Symmetry byte

// The symmetries of a matrix A.
const (
	General       Symmetry = iota // none
	Symmetric                     // a(j,i) = a(i,j): one triangle is stored
	SkewSymmetric                 // a(j,i) = -a(i,j): one triangle without the diagonal is stored
)

// String returns the word of the header.
func (s Symmetry) String() string { return symmetries[s] }

var (
	formats    = []string{"coordinate", "array"}
	fields     = []string{"real", "integer", "pattern"}
	symmetries = []string{"general", "symmetric", "skew-symmetric"}
)

// Header is what a file says before its first entry.
type Header struct {
	Format     Format
	Field      Field
	Symmetry   Symmetry
	Rows, Cols int
	Entries    int // entries that the file stores; for Array it follows from the rest
}

// banner is the first word of every file.
const banner = "%%MatrixMarket"

// Banner returns the first line of a file with header h.
func (h Header) Banner() string {
	return fmt.Sprintf("%s matrix %v %v %v", banner, h.Format, h.Field, h.Symmetry)
}

// parseBanner reads the first line of a file. The reason says what is wrong with it, "" if
// nothing is.
func parseBanner(line string) (h Header, reason string) {
	words := strings.Fields(strings.ToLower(strings.TrimPrefix(line, "\ufeff")))
	if len(words) == 0 || words[0] != strings.ToLower(banner) {
		return h, fmt.Sprintf("the first line must begin with %s: this is no Matrix Market file, or its header is lost", banner)
	}
	if len(words) != 5 {
		return h, fmt.Sprintf("the header has %d words, want 5: %s matrix coordinate|array real|integer|pattern general|symmetric|skew-symmetric",
			len(words), banner)
	}
	if words[1] != "matrix" {
		return h, fmt.Sprintf("object %q is not known: only \"matrix\" can be read", words[1])
	}
	if words[3] == "complex" || words[4] == "hermitian" {
		return h, "complex matrices cannot be read: store real and imaginary part as matrices of their own"
	}
	for i, known := range [][]string{formats, fields, symmetries} {
		code := -1
		for c, word := range known {
			if word == words[2+i] {
				code = c
			}
		}
		what := []string{"format", "field", "symmetry"}[i]
		if code < 0 {
			return h, fmt.Sprintf("%s %q is not known: want %s", what, words[2+i], strings.Join(known, " or "))
		}
		switch i {
		case 0:
			h.Format = Format(code)
		case 1:
			h.Field = Field(code)
		case 2:
			h.Symmetry = Symmetry(code)
		}
	}
	return h, h.contradiction()
}

// contradiction names words of a header that do not go together, "" if all do.
func (h Header) contradiction() string {
	switch {
	case h.Field == Pattern && h.Format == Array:
		return "an array holds values, a pattern has none: want coordinate pattern or array real"
	case h.Field == Pattern && h.Symmetry == SkewSymmetric:
		return "a pattern has no signs and cannot be skew-symmetric: want general or symmetric"
	}
	return ""
}

// parseSize reads the line of sizes into h.
func (h *Header) parseSize(line string) (reason string) {
	names := []string{"rows", "columns", "entries"}
	if h.Format == Array {
		names = names[:2]
	}
	words := strings.Fields(line)
	if len(words) != len(names) {
		return fmt.Sprintf("the line of sizes has %d words, want %d: %s", len(words), len(names), strings.Join(names, ", "))
	}
	for i, to := range []*int{&h.Rows, &h.Cols, &h.Entries}[:len(names)] {
		x, err := strconv.ParseInt(words[i], 10, 64)
		switch {
		case err != nil && err.(*strconv.NumError).Err == strconv.ErrRange:
			return fmt.Sprintf("%s %s: more than any machine can hold", words[i], names[i])
		case err != nil:
			return fmt.Sprintf("%q is no number of %s", words[i], names[i])
		}
		*to = int(x)
		if int64(*to) != x {
			return fmt.Sprintf("%s %s: more than this machine can count", words[i], names[i])
		}
	}
	return h.complete()
}

// complete checks the sizes of h and computes Entries of an array.
func (h *Header) complete() (reason string) {
	if h.Rows < 0 || h.Cols < 0 || h.Entries < 0 {
		return "sizes must not be negative"
	}
	if h.Symmetry != General && h.Rows != h.Cols {
		return fmt.Sprintf("a %v matrix must be square, this one is %d x %d", h.Symmetry, h.Rows, h.Cols)
	}
	places, fits := h.places()
	if h.Format == Array {
		if !fits {
			return fmt.Sprintf("an array of %d x %d values: more than this machine can count", h.Rows, h.Cols)
		}
		h.Entries = places
	}
	if places == 0 && fits && h.Entries > 0 {
		return fmt.Sprintf("%d entries declared, but a %v matrix of %d x %d stores none", h.Entries, h.Symmetry, h.Rows, h.Cols)
	}
	return ""
}

// places is the number of positions that a file with header h can store; false where it does
// not fit an int.
func (h Header) places() (int, bool) {
	m, n := uint64(h.Rows), uint64(h.Cols)
	switch {
	case h.Symmetry == General || n == 0:
	case h.Symmetry == Symmetric && n%2 == 0:
		m, n = n+1, n/2
	case h.Symmetry == Symmetric:
		m, n = n, n/2+1
	case n%2 == 0:
		m, n = n-1, n/2
	default:
		m, n = n, n/2
	}
	high, low := bits.Mul64(m, n)
	return int(low), high == 0 && low <= uint64(^uint(0)>>1)
}

// first is the position of an array's first value.
func (h Header) first() (row, col int) {
	if h.Symmetry == SkewSymmetric {
		return 1, 0
	}
	return 0, 0
}

// after is the position that follows (row, col) in an array: down the column, then the next
// column from the first row that is stored.
func (h Header) after(row, col int) (int, int) {
	if row+1 < h.Rows {
		return row + 1, col
	}
	switch h.Symmetry {
	case Symmetric:
		return col + 1, col + 1
	case SkewSymmetric:
		return col + 2, col + 1
	}
	return 0, col + 1
}
