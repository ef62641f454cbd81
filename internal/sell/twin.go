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

// line makes l line k of the run.
func (r *Run) line(l *line, k int) *line {
	at, width := k*r.N, Slices(r.N)*Entries*Rows
	l.n, l.values = r.N, r.Values[k*width:][:width]
	l.around = around{part(r.X[0], at, r.N), part(r.X[1], at, r.N), part(r.X[2], at, r.N), part(r.X[3], at, r.N)}
	l.own, l.diag, l.r, l.t = part(r.Own, at, r.N), part(r.Diag, at, r.N), part(r.R, at, r.N), part(r.T, at, r.N)
	return l
}

// part returns n elements of x from at on, if there is x.
func part(x []float64, at, n int) []float64 {
	if x == nil {
		return nil
	}
	return x[at:][:n]
}

// around holds the elements of x that the middle entries of the groups meet.
type around struct{ a, b, c, d []float64 }

// edge is the sum of the groups in row i, which is j of slice v: for the first and the last row.
// For the others the loops below have it written out: calling it would take twice the time.
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
	var l line
	for k := range r.Lines {
		r.line(&l, k).below()
	}
}

func aboveGo(r *Run) {
	clear(r.T[:r.Lines*r.N])
	addAboveGo(r)
}

func addAboveGo(r *Run) {
	var l line
	for k := range r.Lines {
		r.line(&l, k).addAbove()
	}
}

func forwardGo(r *Run)      { forward(r, false) }
func forwardFromGo(r *Run)  { forward(r, true) }
func backwardGo(r *Run)     { backward(r, false) }
func backwardFromGo(r *Run) { backward(r, true) }

func forward(r *Run, from bool) {
	var l line
	for k := range r.Lines {
		r.line(&l, k).forward(from)
	}
}

func backward(r *Run, from bool) {
	var l line
	for k := r.Lines - 1; k >= 0; k-- {
		r.line(&l, k).backward(from)
	}
}

// parts returns what a loop needs of the line, each as long as it has rows.
func (l *line) parts() (n int, a, b, c, d, own, t, diag []float64) {
	n = l.n
	x := &l.around
	return n, x.a[:n], x.b[:n], x.c[:n], x.d[:n], l.own[:n], l.t, l.diag
}

func (l *line) below() {
	n, a, b, c, d, own, t, diag := l.parts()
	t, diag = t[:n], diag[:n]
	t[0] = l.around.edge(l.slice(0), 0, 0) + diag[0]*own[0]
	v := l.slice(0)
	for i := 1; i < n-1; i++ {
		j := i & 7
		if j == 0 {
			v = l.slice(i)
		}
		s0 := v[j]*a[i-1] + v[8+j]*a[i] + v[16+j]*a[i+1]
		s1 := v[24+j]*b[i-1] + v[32+j]*b[i] + v[40+j]*b[i+1]
		s2 := v[48+j]*c[i-1] + v[56+j]*c[i] + v[64+j]*c[i+1]
		s3 := v[72+j]*d[i-1] + v[80+j]*d[i] + v[88+j]*d[i+1]
		t[i] = (s0 + s1) + (s2 + s3) + v[96+j]*own[i-1] + diag[i]*own[i]
	}
	if i := n - 1; i > 0 {
		v, j := l.slice(i), i&7
		t[i] = l.around.edge(v, i, j) + v[96+j]*own[i-1] + diag[i]*own[i]
	}
}

func (l *line) addAbove() {
	n, a, b, c, d, own, t, _ := l.parts()
	t = t[:n]
	t[n-1] += l.around.edge(l.slice(n-1), n-1, (n-1)&7)
	v := l.slice(0)
	for i := 1; i < n-1; i++ {
		j := i & 7
		if j == 0 {
			v = l.slice(i)
		}
		s0 := v[j]*a[i-1] + v[8+j]*a[i] + v[16+j]*a[i+1]
		s1 := v[24+j]*b[i-1] + v[32+j]*b[i] + v[40+j]*b[i+1]
		s2 := v[48+j]*c[i-1] + v[56+j]*c[i] + v[64+j]*c[i+1]
		s3 := v[72+j]*d[i-1] + v[80+j]*d[i] + v[88+j]*d[i+1]
		t[i] += (s0 + s1) + (s2 + s3) + v[96+j]*own[i+1]
	}
	if n > 1 {
		v := l.slice(0)
		t[0] += l.around.edge(v, 0, 0) + v[96]*own[1]
	}
}

// forward subtracts t as well if from is set.
func (l *line) forward(from bool) {
	n, a, b, c, d, own, t, diag := l.parts()
	r := l.r[:n]
	diag = diag[:n]
	if from { // x is not needed any more: it takes the right-hand side
		for i, v := range r {
			own[i] = v - t[i]
		}
	} else {
		copy(own, r)
	}
	prev := (own[0] - l.around.edge(l.slice(0), 0, 0)) * diag[0]
	own[0] = prev
	v := l.slice(0)
	for i := 1; i < n-1; i++ {
		j := i & 7
		if j == 0 {
			v = l.slice(i)
		}
		s0 := v[j]*a[i-1] + v[8+j]*a[i] + v[16+j]*a[i+1]
		s1 := v[24+j]*b[i-1] + v[32+j]*b[i] + v[40+j]*b[i+1]
		s2 := v[48+j]*c[i-1] + v[56+j]*c[i] + v[64+j]*c[i+1]
		s3 := v[72+j]*d[i-1] + v[80+j]*d[i] + v[88+j]*d[i+1]
		// prev waits for one product and one difference only, not for the others
		q := diag[i]
		prev = (own[i]-((s0+s1)+(s2+s3)))*q - v[96+j]*q*prev
		own[i] = prev
	}
	if i := n - 1; i > 0 {
		v, j := l.slice(i), i&7
		own[i] = (own[i]-l.around.edge(v, i, j))*diag[i] - v[96+j]*diag[i]*prev
	}
}

// backward adds t as well if from is set.
func (l *line) backward(from bool) {
	n, a, b, c, d, own, t, diag := l.parts()
	diag = diag[:n]
	if from {
		for i, v := range t[:n] {
			own[i] += v * diag[i]
		}
	}
	i := n - 1
	next := own[i] - l.around.edge(l.slice(i), i, i&7)*diag[i]
	own[i] = next
	v := l.slice(i)
	for i := n - 2; i > 0; i-- {
		j := i & 7
		if j == 7 {
			v = l.slice(i)
		}
		s0 := v[j]*a[i-1] + v[8+j]*a[i] + v[16+j]*a[i+1]
		s1 := v[24+j]*b[i-1] + v[32+j]*b[i] + v[40+j]*b[i+1]
		s2 := v[48+j]*c[i-1] + v[56+j]*c[i] + v[64+j]*c[i+1]
		s3 := v[72+j]*d[i-1] + v[80+j]*d[i] + v[88+j]*d[i+1]
		q := diag[i]
		next = own[i] - ((s0+s1)+(s2+s3))*q - v[96+j]*q*next
		own[i] = next
	}
	if i > 0 {
		v := l.slice(0)
		own[0] -= l.around.edge(v, 0, 0)*diag[0] + v[96]*diag[0]*next
	}
}
