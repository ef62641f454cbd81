package sell

// A slice is the values of 8 rows.
type slice = *[Entries * Rows]float64

// around holds the elements of x that the groups meet, from the one before the first row's.
type around struct{ a, b, c, d []float64 }

func (l *Line) around() around {
	n := l.N
	return around{l.X[0][:n], l.X[1][:n], l.X[2][:n], l.X[3][:n]}
}

// groups is the sum of the groups in row i, which is j of slice v.
func (x *around) groups(v slice, i, j int) float64 {
	j &= Rows - 1
	if i == 0 || i+1 >= len(x.a) {
		return x.edge(v, i, j)
	}
	a, b, c, d := x.a[i-1:i+2:i+2], x.b[i-1:i+2:i+2], x.c[i-1:i+2:i+2], x.d[i-1:i+2:i+2]
	s0 := v[j]*a[0] + v[8+j]*a[1] + v[16+j]*a[2]
	s1 := v[24+j]*b[0] + v[32+j]*b[1] + v[40+j]*b[2]
	s2 := v[48+j]*c[0] + v[56+j]*c[1] + v[64+j]*c[2]
	s3 := v[72+j]*d[0] + v[80+j]*d[1] + v[88+j]*d[2]
	return (s0 + s1) + (s2 + s3)
}

// edge is groups for the first and the last row.
func (x *around) edge(v slice, i, j int) float64 {
	var s [4]float64
	for g, y := range [4][]float64{x.a, x.b, x.c, x.d} {
		at := v[3*Rows*g:]
		if i > 0 {
			s[g] = at[j] * y[i-1]
		}
		s[g] += at[Rows+j] * y[i]
		if i+1 < len(y) {
			s[g] += at[2*Rows+j] * y[i+1]
		}
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// slice returns the values that row i's are among.
func (l *Line) slice(i int) slice {
	return slice(l.Values[i/Rows*(Entries*Rows):])
}

func belowGo(l *Line) {
	x := l.around()
	prev := 0.0
	own, t, diag := l.Own[:l.N], l.T[:l.N], l.Diag[:l.N]
	for at := 0; at < len(own); at += Rows {
		v := l.slice(at)
		for j := range min(Rows, len(own)-at) {
			i := at + j
			s := x.groups(v, i, j)
			if i > 0 {
				s += v[96+j] * prev
			}
			prev = own[i]
			t[i] = s + diag[i]*prev
		}
	}
}

func aboveGo(l *Line) {
	clear(l.T[:l.N])
	addAboveGo(l)
}

func addAboveGo(l *Line) {
	x := l.around()
	own, t := l.Own[:l.N], l.T[:l.N]
	for at := 0; at < len(own); at += Rows {
		v := l.slice(at)
		for j := range min(Rows, len(own)-at) {
			i := at + j
			s := x.groups(v, i, j)
			if i+1 < len(own) {
				s += v[96+j] * own[i+1]
			}
			t[i] += s
		}
	}
}

func forwardGo(l *Line)     { solve(l, false) }
func forwardFromGo(l *Line) { solve(l, true) }

// solve is forwardGo, or with from set forwardFromGo.
func solve(l *Line, from bool) {
	x := l.around()
	prev := 0.0
	own, r, diag := l.Own[:l.N], l.R[:l.N], l.Diag[:l.N]
	for at := 0; at < len(own); at += Rows {
		v := l.slice(at)
		for j := range min(Rows, len(own)-at) {
			i := at + j
			c := r[i]
			if from {
				c -= l.T[i]
			}
			c = (c - x.groups(v, i, j)) * diag[i]
			if i > 0 {
				// prev waits for one product and one difference only, not for the others
				c -= v[96+j] * diag[i] * prev
			}
			prev = c
			own[i] = c
		}
	}
}

func backwardGo(l *Line)     { correct(l, false) }
func backwardFromGo(l *Line) { correct(l, true) }

// correct is backwardGo, or with from set backwardFromGo.
func correct(l *Line, from bool) {
	x := l.around()
	next := 0.0
	own, diag := l.Own[:l.N], l.Diag[:l.N]
	for at := (len(own) - 1) / Rows * Rows; at >= 0; at -= Rows {
		v := l.slice(at)
		for j := min(Rows, len(own)-at) - 1; j >= 0; j-- {
			i := at + j
			s := -x.groups(v, i, j)
			if from {
				s += l.T[i]
			}
			s = own[i] + s*diag[i]
			if i+1 < len(own) {
				s -= v[96+j] * diag[i] * next
			}
			next = s
			own[i] = s
		}
	}
}
