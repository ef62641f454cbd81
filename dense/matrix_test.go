package dense

import (
	"math"
	"reflect"
	"testing"
)

func TestViewSharesStorage(t *testing.T) {
	m := Random[float64](7, 5, 1)
	v := m.View(2, 1, 3, 4)
	for i := range 3 {
		for j := range 4 {
			if v.At(i, j) != m.At(2+i, 1+j) {
				t.Fatalf("view (%d,%d) is %g, want %g", i, j, v.At(i, j), m.At(2+i, 1+j))
			}
		}
	}
	v.Set(2, 3, 42)
	if m.At(4, 4) != 42 {
		t.Error("a write to the view did not reach the matrix")
	}
	w := v.View(1, 1, 2, 2)
	if w.At(1, 2-1) != v.At(2, 2) {
		t.Error("view of a view is displaced")
	}
	if got := cap(m.Row(3)); got != 5 {
		t.Errorf("row has capacity %d, want 5", got)
	}
}

func TestEmptyViewsAnywhere(t *testing.T) {
	m := New[float64](3, 4)
	for i := 0; i <= 3; i++ {
		for j := 0; j <= 4; j++ {
			for _, s := range [][2]int{{0, 4 - j}, {3 - i, 0}, {0, 0}} {
				if v := m.View(i, j, s[0], s[1]); v.Rows != s[0] || v.Cols != s[1] {
					t.Fatalf("view(%d,%d) has shape %d x %d, want %v", i, j, v.Rows, v.Cols, s)
				}
			}
		}
	}
}

func TestNoColumns(t *testing.T) {
	m := Random[float64](3, 0, 1)
	if r := m.Row(2); len(r) != 0 {
		t.Errorf("row of a 3 x 0 matrix has %d elements", len(r))
	}
	if c := m.Clone(); !c.Equal(m) || c.Transposed().Cols != 3 {
		t.Error("copies of a 3 x 0 matrix have another shape")
	}
}

func TestOutOfRangePanics(t *testing.T) {
	m := New[float64](3, 4)
	for name, f := range map[string]func(){
		"At below":   func() { m.At(-1, 0) },
		"At beyond":  func() { m.At(0, 4) },
		"Set":        func() { m.Set(3, 0, 1) },
		"Row":        func() { m.Row(3) },
		"View wide":  func() { m.View(0, 1, 1, 4) },
		"View huge":  func() { m.View(1, 1, math.MaxInt, 1) },
		"View minus": func() { m.View(0, 0, -1, 1) },
		"CopyFrom":   func() { m.CopyFrom(New[float64](4, 3)) },
		"FillSPD":    func() { m.FillSPD(1) },
		"Of":         func() { Of([]float64{1, 2}, []float64{3}) },
		"New":        func() { New[float64](-1, 2) },
		"SymOneNorm": func() { m.SymOneNorm(Lower) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func TestCopiesAreIndependent(t *testing.T) {
	m := Random[float32](4, 9, 3)
	v := m.View(1, 2, 3, 5)
	c := v.Clone()
	if c.Stride != 5 || !c.Equal(v) {
		t.Fatalf("clone has stride %d or other elements", c.Stride)
	}
	c.Set(0, 0, 7)
	if v.At(0, 0) == 7 || c.Equal(v) {
		t.Error("clone shares storage with its origin")
	}
	if tr := v.Transposed(); tr.Rows != 5 || !tr.Transposed().Equal(v) || tr.At(4, 0) != v.At(0, 4) {
		t.Error("wrong transpose")
	}
	if v.Equal(m) {
		t.Error("matrices of different shapes are equal")
	}
	if o := Of([]float64{1, 2}, []float64{3, 4}); o.At(1, 0) != 3 || Of[float64]().Rows != 0 {
		t.Error("Of misplaces elements")
	}
}

func TestAlignment(t *testing.T) {
	for n := 1; n < 200; n += 7 {
		a, b := Aligned[float64](n), Aligned[float32](n)
		if reflect.ValueOf(a).Pointer()%64 != 0 || reflect.ValueOf(b).Pointer()%64 != 0 {
			t.Fatalf("n=%d: not on a 64-byte boundary", n)
		}
		if len(a) != n || cap(a) != n || len(b) != n || cap(b) != n {
			t.Fatalf("n=%d: wrong length or capacity", n)
		}
	}
}
