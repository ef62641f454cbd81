package dense

// Float is an element type: float32 or float64.
type Float interface{ float32 | float64 }

// Uplo names the triangle of a symmetric or triangular matrix that holds its values. The
// other triangle is neither read nor written.
type Uplo byte

// The two triangles, each with the diagonal.
const (
	Lower Uplo = iota
	Upper
)

// String returns "lower" or "upper".
func (u Uplo) String() string {
	if u == Lower {
		return "lower"
	}
	return "upper"
}

// Matrix is a Rows x Cols matrix stored by rows: element (i, j) is Data[i*Stride+j], with
// Stride >= max(1, Cols). It is a view: copying a Matrix copies no element. The zero value is
// an empty matrix. Elements between Cols and Stride belong to nobody and are never touched.
type Matrix[T Float] struct {
	Rows, Cols int
	Data       []T
	Stride     int
}

// New returns a zero rows x cols matrix with Stride = max(1, cols), its first element on a
// 64-byte boundary. It panics where Make returns an error.
func New[T Float](rows, cols int) Matrix[T] {
	m, err := Make[T](rows, cols)
	if err != nil {
		panic(err)
	}
	return m
}

// Of returns the matrix with the given rows, copied. It panics if their lengths differ.
func Of[T Float](rows ...[]T) Matrix[T] {
	if len(rows) == 0 {
		return Matrix[T]{Stride: 1}
	}
	m := New[T](len(rows), len(rows[0]))
	for i, r := range rows {
		if len(r) != m.Cols {
			panic("dense: Of: rows of different lengths")
		}
		copy(m.Row(i), r)
	}
	return m
}

// At returns element (i, j). It panics outside the matrix.
func (m Matrix[T]) At(i, j int) T {
	return m.Data[m.index(i, j)]
}

// Set stores v at (i, j). It panics outside the matrix.
func (m Matrix[T]) Set(i, j int, v T) {
	m.Data[m.index(i, j)] = v
}

func (m Matrix[T]) index(i, j int) int {
	if uint(i) >= uint(m.Rows) || uint(j) >= uint(m.Cols) {
		panic("dense: index out of range")
	}
	return i*m.Stride + j
}

// Row returns row i as a slice of the matrix, of length and capacity Cols. It panics outside the
// matrix.
func (m Matrix[T]) Row(i int) []T {
	if uint(i) >= uint(m.Rows) {
		panic("dense: row out of range")
	}
	if m.Cols == 0 {
		return nil
	}
	p := i * m.Stride
	return m.Data[p : p+m.Cols : p+m.Cols]
}

// View returns the rows x cols block whose first element is (i, j), sharing storage. It
// panics if the block does not lie inside the matrix.
func (m Matrix[T]) View(i, j, rows, cols int) Matrix[T] {
	if i < 0 || j < 0 || rows < 0 || cols < 0 || i > m.Rows-rows || j > m.Cols-cols {
		panic("dense: view out of range")
	}
	v := Matrix[T]{Rows: rows, Cols: cols, Stride: m.Stride}
	if rows > 0 && cols > 0 {
		first := i*m.Stride + j
		last := first + (rows-1)*m.Stride + cols
		v.Data = m.Data[first:last:last]
	}
	return v
}

// Clone returns a copy with storage of its own and Stride = max(1, Cols).
func (m Matrix[T]) Clone() Matrix[T] {
	c := New[T](m.Rows, m.Cols)
	c.CopyFrom(m)
	return c
}

// CopyFrom copies the elements of src, whose storage must not overlap m's. It panics if the shapes
// differ.
func (m Matrix[T]) CopyFrom(src Matrix[T]) {
	if m.Rows != src.Rows || m.Cols != src.Cols {
		panic("dense: CopyFrom: shapes differ")
	}
	for i := range m.Rows {
		copy(m.Row(i), src.Row(i))
	}
}

// Fill sets every element to v.
func (m Matrix[T]) Fill(v T) {
	for i := range m.Rows {
		r := m.Row(i)
		for j := range r {
			r[j] = v
		}
	}
}

// Transposed returns a copy of the transposed matrix.
func (m Matrix[T]) Transposed() Matrix[T] {
	t := New[T](m.Cols, m.Rows)
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			t.Data[j*t.Stride+i] = v
		}
	}
	return t
}

// Equal reports whether m and o have the same shape and equal elements; as with ==, NaN
// equals nothing and -0 equals 0.
func (m Matrix[T]) Equal(o Matrix[T]) bool {
	if m.Rows != o.Rows || m.Cols != o.Cols {
		return false
	}
	for i := range m.Rows {
		a, b := m.Row(i), o.Row(i)
		for j, v := range a {
			if v != b[j] {
				return false
			}
		}
	}
	return true
}
