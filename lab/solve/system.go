package solve

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"heddle/dense"
	"heddle/matrixmarket"
)

// System is A*X = B with a symmetric A.
type System struct {
	// A is full, both triangles. The factor of A overwrites the lower one; the upper one and
	// Diagonal keep what the residual needs.
	A        dense.Matrix[float64]
	Diagonal []float64
	B        dense.Matrix[float64] // n x k
	Header   matrixmarket.Header   // of A's file
}

// Read reads A from one file and B from another, whose name may be empty: B is then A times
// a vector of ones, so that X is known. It returns a *matrixmarket.SyntaxError, a
// *NotSymmetricError, a *dense.SizeError before anything is allocated, or what the system
// says about the files.
func Read(a, b string) (*System, error) {
	s := &System{}
	var err error
	if s.A, s.Header, err = readMatrix(a, symmetricHeader); err != nil {
		return nil, err
	}
	if s.Header.Symmetry == matrixmarket.General {
		if err := checkSymmetric(a, s.A); err != nil {
			return nil, err
		}
	}
	s.Diagonal = make([]float64, s.A.Rows)
	for i := range s.Diagonal {
		s.Diagonal[i] = s.A.At(i, i)
	}
	if b == "" {
		s.B, err = dense.Make[float64](s.A.Rows, 1)
		if err != nil {
			return nil, err
		}
		for i := range s.B.Rows {
			sum := 0.0
			for _, v := range s.A.Row(i) {
				sum += v
			}
			s.B.Set(i, 0, sum)
		}
		return s, nil
	}
	s.B, _, err = readMatrix(b, func(h matrixmarket.Header) string {
		if h.Rows != s.A.Rows {
			return fmt.Sprintf("the right-hand side has %d rows, and %s has %d: want as many", h.Rows, a, s.A.Rows)
		}
		return ""
	})
	return s, err
}

// symmetricHeader says why a matrix with header h cannot be symmetric positive definite.
func symmetricHeader(h matrixmarket.Header) string {
	switch {
	case h.Rows != h.Cols:
		return fmt.Sprintf("the matrix is %d x %d: only a square one can be factored", h.Rows, h.Cols)
	case h.Symmetry == matrixmarket.SkewSymmetric:
		return "the matrix is skew-symmetric, so it is not positive definite: heddle solves symmetric positive definite systems"
	}
	return ""
}

// readMatrix reads a file into a full matrix, if refuse has nothing against its header.
// Positions named twice add up.
func readMatrix(name string, refuse func(matrixmarket.Header) string) (m dense.Matrix[float64], h matrixmarket.Header, err error) {
	f, err := os.Open(name)
	if err != nil {
		return m, h, err
	}
	defer f.Close()
	r, err := matrixmarket.NewReader(name, f)
	if err != nil {
		return m, h, err
	}
	h = r.Header()
	if reason := refuse(h); reason != "" {
		return m, h, &matrixmarket.SyntaxError{File: name, Line: r.Line(), Reason: reason}
	}
	if m, err = dense.Make[float64](h.Rows, h.Cols); err != nil {
		return m, h, fmt.Errorf("%s: heddle solves with dense matrices: %w", name, err)
	}
	for e, err := range r.Entries() {
		if err != nil {
			return m, h, err
		}
		m.Data[e.Row*m.Stride+e.Col] += e.Value
		if h.Symmetry != matrixmarket.General && e.Row != e.Col {
			if h.Symmetry == matrixmarket.SkewSymmetric {
				e.Value = -e.Value
			}
			m.Data[e.Col*m.Stride+e.Row] += e.Value
		}
	}
	return m, h, nil
}

// NotSymmetricError names the first pair of entries that differ. Rows and columns count from 1,
// as in the file.
type NotSymmetricError struct {
	File         string
	Row, Col     int // Row > Col
	Lower, Upper float64
}

// Error names file and pair.
func (e *NotSymmetricError) Error() string {
	return fmt.Sprintf("%s: the matrix is not symmetric: a(%d,%d) = %v, but a(%d,%d) = %v; heddle solves symmetric positive definite systems",
		e.File, e.Row, e.Col, e.Lower, e.Col, e.Row, e.Upper)
}

// checkSymmetric returns a *NotSymmetricError for the first row that differs from its column.
func checkSymmetric(file string, a dense.Matrix[float64]) error {
	for i := range a.Rows {
		for j, v := range a.Row(i)[:i] {
			if u := a.At(j, i); u != v {
				return &NotSymmetricError{File: file, Row: i + 1, Col: j + 1, Lower: v, Upper: u}
			}
		}
	}
	return nil
}

// target is a file being written beside its final name, so that a run that fails leaves what
// was there.
type target struct {
	name string
	file *os.File
	temp bool
}

// create opens a target before the work starts: a folder that is not there is an error at
// once.
func create(name string) (*target, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0) // a pipe, a terminal: nothing to rename
		return &target{name: name, file: f}, err
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if pathErr, ok := errors.AsType[*os.PathError](err); ok {
		pathErr.Path = name // which the user knows
	}
	return &target{name: name, file: f, temp: true}, err
}

// write fills the target and gives it its name.
func (t *target) write(x dense.Matrix[float64], comment string) error {
	err := writeMatrix(t.file, x, comment)
	if closeErr := t.file.Close(); err == nil {
		err = closeErr
	}
	if err != nil || !t.temp {
		return err
	}
	if err := os.Chmod(t.file.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(t.file.Name(), t.name)
}

// discard removes what is there of a target that was not written; it does nothing after write.
func (t *target) discard() {
	if t != nil && t.temp {
		t.file.Close()
		os.Remove(t.file.Name())
	}
}

// writeMatrix writes x as an array.
func writeMatrix(w io.Writer, x dense.Matrix[float64], comment string) error {
	out, err := matrixmarket.NewWriter(w, matrixmarket.Header{Format: matrixmarket.Array, Rows: x.Rows, Cols: x.Cols}, comment)
	if err != nil {
		return err
	}
	for j := range x.Cols {
		for i := range x.Rows {
			if err := out.Put(matrixmarket.Entry{Row: i, Col: j, Value: x.At(i, j)}); err != nil {
				return err
			}
		}
	}
	return out.Close()
}
