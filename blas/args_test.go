package blas

import (
	"math"
	"strings"
	"testing"

	"heddle/dense"
)

// Every mistake of a caller panics with a message that names the routine and the argument, and
// leaves the output as it was.
func TestMistakesPanic(t *testing.T) {
	type M = dense.Matrix[float64]
	m := dense.New[float64]
	short := M{Rows: 3, Cols: 3, Stride: 3, Data: make([]float64, 8)}
	narrow := M{Rows: 3, Cols: 3, Stride: 2, Data: make([]float64, 9)}
	wraps := M{Rows: math.MaxInt/4 + 2, Cols: 1, Stride: 4, Data: make([]float64, 9)} // rows*stride overflows to 4
	c := dense.Random[float64](3, 3, 1)
	was := c.Clone()
	p := make([]float64, 1)
	for _, x := range []struct {
		want string
		f    func()
	}{
		{"Gemm: a.Data", func() { Gemm(NoTrans, NoTrans, 1, short, m(3, 3), 0, c) }},
		{"Gemm: ldb < max(1, b.Cols)", func() { Gemm(NoTrans, NoTrans, 1, m(3, 3), narrow, 0, c) }},
		{"Gemm: a.Rows < 0", func() { Gemm(NoTrans, NoTrans, 1, M{Rows: -1, Stride: 1}, m(3, 3), 0, c) }},
		{"Gemm: a.Cols < 0", func() { Gemm(NoTrans, NoTrans, 1, M{Cols: -1, Stride: 1}, m(3, 3), 0, c) }},
		{"Gemm: op(b) is 2 x 3, want 3 x 3", func() { Gemm(NoTrans, NoTrans, 1, m(3, 3), m(2, 3), 0, c) }},
		{"Gemm: op(b) is 2 x 3, want 3 x 3", func() { Gemm(NoTrans, Trans, 1, m(3, 3), m(3, 2), 0, c) }},
		{"Gemm: c is 3 x 3, want 4 x 3", func() { Gemm(Trans, NoTrans, 1, m(3, 4), m(3, 3), 0, c) }},
		{"Gemm: bad transpose 2", func() { Gemm(2, NoTrans, 1, m(3, 3), m(3, 3), 0, c) }},
		{"Gemm: a.Data", func() { Gemm(NoTrans, NoTrans, 1, wraps, m(1, 3), 0, c) }},
		{"Gemm: lda < max(1, a.Cols)", func() { Gemm(NoTrans, NoTrans, 1, M{Rows: 3}, M{Stride: 1}, 0, M{Rows: 3, Stride: 1}) }},
		{"Syrk: bad uplo 3", func() { Syrk(3, NoTrans, 1, m(3, 3), 0, c) }},
		{"Syrk: c is 3 x 3, want 2 x 2", func() { Syrk(Lower, NoTrans, 1, m(2, 3), 0, c) }},
		{"Syrk: a.Data", func() { Syrk(Lower, Trans, 1, short, 0, c) }},
		{"Trsm: a is 3 x 2", func() { Trsm(Left, Lower, NoTrans, Unit, 1, m(3, 2), c) }},
		{"Trsm: b is 3 x 3, want 2 x 3", func() { Trsm(Left, Lower, NoTrans, Unit, 1, m(2, 2), c) }},
		{"Trsm: b is 3 x 3, want 3 x 2", func() { Trsm(Right, Lower, NoTrans, Unit, 1, m(2, 2), c) }},
		{"Trsm: bad side 2", func() { Trsm(2, Lower, NoTrans, Unit, 1, m(3, 3), c) }},
		{"Trsm: bad diag 2", func() { Trsm(Left, Lower, NoTrans, 2, 1, m(3, 3), c) }},
		{"Potrf: a is 3 x 4", func() { _ = Potrf(Lower, m(3, 4)) }},
		{"Potrf: a.Data", func() { _ = Potrf(Upper, short) }},
		{"PotrfPartial: bad uplo 3", func() { _ = PotrfPartial(3, m(5, 2), c) }},
		{"PotrfPartial: c is 3 x 3, want 1 x 1", func() { _ = PotrfPartial(Lower, m(3, 2), c) }},
		{"PotrfPartial: c is 3 x 3, want -1 x -1", func() { _ = PotrfPartial(Upper, m(3, 2), c) }},
		{"PotrfPartial: a.Data", func() { _ = PotrfPartial(Lower, short, m(0, 0)) }},
		{"Potrs: b is 3 x 3, want 2 x 3", func() { Potrs(Lower, m(2, 2), c) }},
		{"PackPanels: len(dst) is 1", func() { PackPanels(p, c) }},
		{"UnpackPanels: len(src) is 1", func() { UnpackPanels(c, p) }},
		{"PackPanelsLower: a is 2 x 3", func() { PackPanelsLower(p, m(2, 3)) }},
		{"UnpackPanelsLower: len(src) is 1", func() { UnpackPanelsLower(c, p) }},
		{"GemmPanels: negative size -1", func() { GemmPanels(1, 1, -1, p, p, p) }},
		{"GemmPanels: len(a) is 1", func() { GemmPanels(9, 9, 9, p, p, p) }},
		{"SyrkPanels: len(a) is 1", func() { SyrkPanels(9, 9, p, p) }},
		{"SyrkPanelsRows: c is 3 x 4", func() { SyrkPanelsRows(Lower, 9, p, m(3, 4)) }},
		{"SyrkPanelsRows: len(a) is 1", func() { SyrkPanelsRows(Lower, 9, p, c) }},
		{"TrsmPanels: len(l) is 1", func() { TrsmPanels(9, 9, p, p, p) }},
		{"PotrfPanels: len(a) is 1", func() { PotrfPanels(9, p, p) }},
	} {
		got := message(x.f)
		if !strings.HasPrefix(got, "blas: "+x.want) {
			t.Errorf("panic %q, want %q", got, "blas: "+x.want)
		}
	}
	if !c.Equal(was) {
		t.Error("a refused call wrote to its output")
	}
}

// message returns what f panics with.
func message(f func()) (s string) {
	defer func() {
		if r := recover(); r != nil {
			s, _ = r.(string)
		}
	}()
	f()
	return "no panic"
}

func TestSelect(t *testing.T) {
	if _, err := Select("abacus"); err == nil || !strings.Contains(err.Error(), "abacus") {
		t.Errorf("unknown kernels: %v", err)
	}
	names := Kernels()
	if names[len(names)-1] != "go" || row[float64]().Name != names[0] {
		t.Errorf("kernels %v, in use %s", names, row[float64]().Name)
	}
	restore, err := Select("go")
	if err != nil || row[float64]().Name != "go" || row[float32]().Name != "go" {
		t.Fatalf("Select(go): %v", err)
	}
	restore()
	if row[float64]().Name != names[0] {
		t.Error("restore does not")
	}
}

// The zero Matrix is an empty one, as package dense says.
func TestZeroMatrix(t *testing.T) {
	var m dense.Matrix[float64]
	Gemm(NoTrans, Trans, 1, m, m, 0, m)
	Syrk(Lower, Trans, 1, m, 0, m)
	Trsm(Right, Upper, NoTrans, Unit, 1, m, m)
	Potrs(Upper, m, m)
	GemmPacked(NoTrans, 1, Pack(Left, NoTrans, m), m, 0, m)
	SyrkPanelsRows(Upper, 1, nil, m)
	if err := PotrfPartial(Lower, m, m); err != nil {
		t.Error(err)
	}
	if err := Potrf(Upper, m); err != nil {
		t.Error(err)
	}
}
