package sell

// A slice is the values of 8 rows.
type slice = *[Entries * Rows]float64

// line is one line of a run.
type line struct {
	n               int
	values          []float64
	around          around
	own, diag, r, t []float64
}

// line returns line k.
func (r *Run) line(k int) *line {
	at := k * r.N
	part := func(x []float64) []float64 {
		if x == nil {
			return nil
		}
		return x[at:][:r.N]
	}
	return &line{
		r.N, r.Values[k*Slices(r.N)*Entries*Rows:],
		around{part(r.X[0]), part(r.X[1]), part(r.X[2]), part(r.X[3])},
		part(r.Own), part(r.Diag), part(r.R), part(r.T),
	}
}

// around holds the elements of x that the middle entries of the groups meet.
type around struct{ a, b, c, d []float64 }

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
func (l *line) slice(i int) slice {
	return slice(l.values[i/Rows*(Entries*Rows):])
}

func belowGo(r *Run) {
	for k := range r.Lines {
		r.line(k).below()
	}
}

func aboveGo(r *Run) {
	clear(r.T[:r.Lines*r.N])
	addAboveGo(r)
}

func addAboveGo(r *Run) {
	for k := range r.Lines {
		r.line(k).addAbove()
	}
}

func forwardGo(r *Run)      { forward(r, false) }
func forwardFromGo(r *Run)  { forward(r, true) }
func backwardGo(r *Run)     { backward(r, false) }
func backwardFromGo(r *Run) { backward(r, true) }

func forward(r *Run, from bool) {
	for k := range r.Lines {
		r.line(k).forward(from)
	}
}

func backward(r *Run, from bool) {
	for k := r.Lines - 1; k >= 0; k-- {
		r.line(k).backward(from)
	}
}

func (l *line) below() {
	x := &l.around
	prev := 0.0
	own, t, diag := l.own, l.t, l.diag
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

func (l *line) addAbove() {
	x := &l.around
	own, t := l.own, l.t
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

// forward subtracts t as well if from is set.
func (l *line) forward(from bool) {
	x := &l.around
	prev := 0.0
	own, r, diag := l.own, l.r, l.diag
	for at := 0; at < len(own); at += Rows {
		v := l.slice(at)
		for j := range min(Rows, len(own)-at) {
			i := at + j
			c := r[i]
			if from {
				c -= l.t[i]
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

// backward adds t as well if from is set.
func (l *line) backward(from bool) {
	x := &l.around
	next := 0.0
	own, diag := l.own, l.diag
	for at := (len(own) - 1) / Rows * Rows; at >= 0; at -= Rows {
		v := l.slice(at)
		for j := min(Rows, len(own)-at) - 1; j >= 0; j-- {
			i := at + j
			s := -x.groups(v, i, j)
			if from {
				s += l.t[i]
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
