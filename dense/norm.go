package dense

import "math"

// MaxNorm returns the largest |m(i, j)|, NaN if any element is NaN, 0 of an empty matrix
// (LAPACK: dlange 'M').
func (m Matrix[T]) MaxNorm() float64 {
	w := 0.0
	for i := range m.Rows {
		for _, v := range m.Row(i) {
			w = max(w, math.Abs(float64(v)))
		}
	}
	return w
}

// OneNorm returns the largest column sum of absolute values (dlange '1'); NaN if any element is.
func (m Matrix[T]) OneNorm() float64 {
	sum := make([]float64, m.Cols)
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			sum[j] += math.Abs(float64(v))
		}
	}
	return largest(sum)
}

// InfNorm returns the largest row sum of absolute values (dlange 'I'); NaN if any element is.
func (m Matrix[T]) InfNorm() float64 {
	w := 0.0
	for i := range m.Rows {
		s := 0.0
		for _, v := range m.Row(i) {
			s += math.Abs(float64(v))
		}
		w = max(w, s)
	}
	return w
}

// FrobeniusNorm returns the square root of the sum of squares (dlange 'F'), scaled so that it
// overflows or underflows only where the result does.
func (m Matrix[T]) FrobeniusNorm() float64 {
	var s squares
	for i := range m.Rows {
		for _, v := range m.Row(i) {
			s.add(math.Abs(float64(v)), 1)
		}
	}
	return s.root()
}

// SymMaxNorm is MaxNorm of the symmetric matrix of which m holds the triangle u (dlansy
// 'M'). It panics if m is not square.
func (m Matrix[T]) SymMaxNorm(u Uplo) float64 {
	w := 0.0
	m.triangle(u, func(i, j int, v float64) { w = max(w, v) })
	return w
}

// SymOneNorm is OneNorm, which is also InfNorm, of the symmetric matrix of which m holds the
// triangle u (dlansy '1'). It panics if m is not square.
func (m Matrix[T]) SymOneNorm(u Uplo) float64 {
	sum := make([]float64, m.Rows)
	m.triangle(u, func(i, j int, v float64) {
		sum[i] += v
		if i != j {
			sum[j] += v
		}
	})
	return largest(sum)
}

// SymFrobeniusNorm is FrobeniusNorm of the symmetric matrix of which m holds the triangle u
// (dlansy 'F'). It panics if m is not square.
func (m Matrix[T]) SymFrobeniusNorm(u Uplo) float64 {
	var s squares
	m.triangle(u, func(i, j int, v float64) {
		if i == j {
			s.add(v, 1)
		} else {
			s.add(v, 2)
		}
	})
	return s.root()
}

// triangle calls f with every |m(i, j)| of one triangle, row by row.
func (m Matrix[T]) triangle(u Uplo, f func(i, j int, abs float64)) {
	if m.Rows != m.Cols {
		panic("dense: symmetric norm: matrix not square")
	}
	for i := range m.Rows {
		from, to := 0, i+1
		if u == Upper {
			from, to = i, m.Cols
		}
		for j, v := range m.Row(i)[from:to] {
			f(i, from+j, math.Abs(float64(v)))
		}
	}
}

func largest(s []float64) float64 {
	w := 0.0
	for _, v := range s {
		w = max(w, v)
	}
	return w
}

// squares is a sum of squares kept as scale^2 * sum with scale the largest term seen (LAPACK:
// dlassq as it was before 3.10).
type squares struct{ scale, sum float64 }

// add adds times * abs^2; abs >= 0 or NaN.
func (s *squares) add(abs, times float64) {
	switch {
	case abs == 0:
	case math.IsInf(abs, 1) || math.IsInf(s.scale, 1) || abs != abs || s.scale != s.scale:
		s.scale, s.sum = s.scale+abs, 1 // Inf, or NaN if either is
	case s.scale < abs:
		r := s.scale / abs
		s.scale, s.sum = abs, times+s.sum*r*r
	default:
		r := abs / s.scale
		s.sum += times * r * r
	}
}

func (s *squares) root() float64 { return s.scale * math.Sqrt(s.sum) }
