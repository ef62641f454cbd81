package dense

// Uniform returns the number at (i, j) of the random matrix called seed, uniform in [0, 1) with
// 53 bits: output number i*2^32 + j (counted from 0) of the generator SplitMix64 (Steele, Lea and
// Flood, OOPSLA 2014) seeded with seed. Any element is had by itself, in five lines of any
// language, with the same bits:
//
//	z = seed + (i*2^32 + j + 1) * 0x9e3779b97f4a7c15      (unsigned 64-bit, as all that follows)
//	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
//	z = (z ^ z>>27) * 0x94d049bb133111eb
//	z = z ^ z>>31
//	return (z>>11) * 2^-53
func Uniform(seed uint64, i, j int) float64 {
	return float64(mix(seed, i, j)>>11) * (1.0 / (1 << 53))
}

func mix(seed uint64, i, j int) uint64 {
	z := seed + (uint64(i)<<32+uint64(j)+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// uniform is Uniform with the bits of T: for float32 the first 24, so that 1 is never reached.
func uniform[T Float](seed uint64, i, j int) T {
	if elemSize[T]() == 4 {
		return T(mix(seed, i, j)>>40) * (1.0 / (1 << 24))
	}
	return T(mix(seed, i, j)>>11) * (1.0 / (1 << 53))
}

// FillRandom sets element (i, j) to 2*Uniform(seed, i, j) - 1: uniform in [-1, 1).
func (m Matrix[T]) FillRandom(seed uint64) {
	for i := range m.Rows {
		r := m.Row(i)
		for j := range r {
			r[j] = 2*uniform[T](seed, i, j) - 1
		}
	}
}

// Random returns a rows x cols matrix filled by FillRandom.
func Random[T Float](rows, cols int, seed uint64) Matrix[T] {
	m := New[T](rows, cols)
	m.FillRandom(seed)
	return m
}

// SPDAt returns element (i, j) of the symmetric positive definite matrix of order n called seed:
// Uniform(seed, max(i, j), min(i, j)), and n more on the diagonal, as Cholesky-Bench makes its
// matrices. It is diagonally dominant, hence
// positive definite; one eigenvalue is near 1.5n and the others within sqrt(n) or so of n.
func SPDAt[T Float](seed uint64, n, i, j int) T {
	v := uniform[T](seed, max(i, j), min(i, j))
	if i == j {
		v += T(n)
	}
	return v
}

// FillSPD sets both triangles of the square matrix m to SPDAt. It panics if m is not square.
func (m Matrix[T]) FillSPD(seed uint64) {
	if m.Rows != m.Cols {
		panic("dense: FillSPD: matrix not square")
	}
	m.FillSPDBlock(seed, m.Rows, 0, 0)
}

// FillSPDBlock fills m with the block of the matrix of order n of SPDAt whose first element is
// (i0, j0), so that several goroutines or several tiles can make one matrix.
func (m Matrix[T]) FillSPDBlock(seed uint64, n, i0, j0 int) {
	for i := range m.Rows {
		r := m.Row(i)
		for j := range r {
			r[j] = SPDAt[T](seed, n, i0+i, j0+j)
		}
	}
}

// SPD returns a symmetric positive definite matrix of order n filled by FillSPD.
func SPD[T Float](n int, seed uint64) Matrix[T] {
	m := New[T](n, n)
	m.FillSPD(seed)
	return m
}
