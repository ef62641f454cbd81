package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/blas"
	"heddle/dense"
	"heddle/matrixmarket"
	"heddle/task"
)

// collection is where the public matrices lie, beside the project and not in it.
const collection = "../../../shared/matrices"

// public returns the path of a public matrix. Its test is skipped where they are absent, but
// not in CI.
func public(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(collection, name)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is absent", path)
		}
		t.Skipf("%s is absent: the public matrices lie beside the project, not in it", path)
	}
	return path
}

// The logarithms of the determinants are known to 12 digits and more.
func TestPublicMatrices(t *testing.T) {
	for _, c := range []struct {
		name   string
		n      int
		logDet float64
	}{
		{"LFAT5.mtx", 14, 73.5327761432799},
		{"bcsstk01.mtx", 48, 818.977529944303},
		{"pts5ldd03.mtx", 161, 864.279310345178},
		{"494_bus.mtx", 494, 1628.4060326072},
		{"bcsstk13.mtx", 2003, 38330.0446165023},
		{"bcsstk16.mtx", 4884, 96826.2928451365},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := public(t, c.name)
			if c.n > 1000 && testing.Short() {
				t.Skip("large")
			}
			r, err := Spec{A: path}.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if r.N != c.n || !r.OK || !(r.Residual < maxRatio) {
				t.Errorf("result %+v", r)
			}
			if math.Abs(r.LogDet-c.logDet) > 1e-12*math.Abs(c.logDet) {
				t.Errorf("log det %.15g, want %.15g to 12 digits", r.LogDet, c.logDet)
			}
		})
	}
}

func TestPublicMatricesThatAreBad(t *testing.T) {
	for _, name := range []string{"not_spd_hangGlider_2", "not_spd_reorientation_1", "not_spd_tumorAntiAngiogenesis_2"} {
		t.Run(name, func(t *testing.T) {
			path := public(t, "bad/"+name+".mtx")
			_, err := Spec{A: path}.Run(context.Background())
			var not *blas.NotPositiveDefiniteError
			if !errors.As(err, &not) || not.Minor < 1 || !strings.Contains(err.Error(), path) {
				t.Errorf("%v: want a NotPositiveDefiniteError that names the file", err)
			}
		})
	}
	for _, name := range []string{"empty", "fullcrud", "fullcrud1", "fullcrud2", "mangle1", "mangle2", "mangle3", "mangle4"} {
		t.Run(name, func(t *testing.T) {
			path := public(t, "bad/"+name+".mtx")
			_, err := Spec{A: path}.Run(context.Background())
			var syntax *matrixmarket.SyntaxError
			if !errors.As(err, &syntax) || syntax.File != path {
				t.Errorf("%v: want a SyntaxError of that file", err)
			}
		})
	}
}

// write puts a file of a test into its folder.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadAssembles(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"mirrored", "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 4\n2 1 1\n2 2 3\n", "[4 1 1 3]"},
		{"given twice", "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n1 1 2\n2 2 5\n1 1 1\n", "[4 0 0 5]"},
		{"pattern", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 2\n", "[1 0 0 1]"},
		{"integer array", "%%MatrixMarket matrix array integer general\n2 2\n2\n1\n1\n2\n", "[2 1 1 2]"},
		{"symmetric array", "%%MatrixMarket matrix array real symmetric\n2 2\n2\n1\n3\n", "[2 1 1 3]"},
	} {
		s, err := Read(write(t, "a.mtx", c.file), "")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []float64
		for i := range 2 {
			got = append(got, s.A.Row(i)...)
			if sum := s.A.At(i, 0) + s.A.At(i, 1); s.B.At(i, 0) != sum {
				t.Errorf("%s: b[%d] = %v, want the row's sum %v", c.name, i, s.B.At(i, 0), sum)
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

func TestReadNamesTheFirstPairThatDiffers(t *testing.T) {
	a := write(t, "a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 6\n1 1 1\n2 2 1\n3 3 1\n3 2 5\n3 1 2\n1 3 2.5\n")
	_, err := Read(a, "")
	var not *NotSymmetricError
	if !errors.As(err, &not) || *not != (NotSymmetricError{File: a, Row: 3, Col: 1, Lower: 2, Upper: 2.5}) {
		t.Errorf("%v: want a(3,1) and a(1,3)", err)
	}
}

func TestEmptySystem(t *testing.T) {
	r, err := Spec{A: write(t, "a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n0 0 0\n")}.Run(context.Background())
	if err != nil || r.N != 0 || r.LogDet != 0 || r.Residual != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// The residual must see an error in one component of one column.
func TestResidualSeesErrors(t *testing.T) {
	const n = 50
	s := &System{A: dense.SPD[float64](n, 3), B: dense.Random[float64](n, 3, 4)}
	for i := range n {
		s.Diagonal = append(s.Diagonal, s.A.At(i, i))
	}
	x, err := s.solve(context.Background(), task.Default(), &Result{})
	if err != nil {
		t.Fatal(err)
	}
	if r := s.residual(x); !(r < 1) {
		t.Errorf("right solution has ratio %v", r)
	}
	for _, at := range [][2]int{{0, 0}, {n - 1, 2}, {n / 2, 1}} {
		wrong := x.Clone()
		wrong.Set(at[0], at[1], wrong.At(at[0], at[1])+1e-9)
		if r := s.residual(wrong); r < maxRatio {
			t.Errorf("wrong at %v: ratio %v", at, r)
		}
	}
}

func TestLogDet(t *testing.T) {
	l := dense.New[float64](1000, 1000)
	for i := range 1000 {
		l.Set(i, i, math.Exp(float64(i%2*2-1)*300+0.5)) // logarithms that cancel but for 0.5 each
	}
	if got := logDet(l); math.Abs(got-1000) > 1e-10 {
		t.Errorf("log det %v, want 1000", got)
	}
}

func TestFailureKeepsTheOldX(t *testing.T) {
	bad := write(t, "bad.mtx", "%%MatrixMarket matrix array real symmetric\n1 1\n-1\n")
	x := filepath.Join(filepath.Dir(bad), "x.mtx")
	if err := os.WriteFile(x, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (Spec{A: bad, X: x}).Run(context.Background()); err == nil {
		t.Fatal("no error")
	}
	if data, _ := os.ReadFile(x); string(data) != "old" {
		t.Errorf("x holds %q after a failure, want what was there", data)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(x), ".x.mtx*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	good := write(t, "good.mtx", "%%MatrixMarket matrix array real symmetric\n1 1\n4\n")
	if _, err := (Spec{A: good, X: x}).Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(x); !strings.HasSuffix(string(data), "\n1 1\n1\n") {
		t.Errorf("x holds %q, want 1", data)
	}
}

// A is not overwritten by x, whatever it is called.
func TestXBesideA(t *testing.T) {
	dir := t.TempDir()
	a := filepath.Join(dir, "a.mtx")
	text := "%%MatrixMarket matrix array real symmetric\n1 1\n2\n"
	if err := os.WriteFile(a, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Spec{A: a, X: filepath.Dir(a) + "/./a.mtx"}.Run(context.Background())
	if got, _ := os.ReadFile(a); err == nil || string(got) != text {
		t.Errorf("error %v, A is %q", err, got)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	cancel(why)
	a := write(t, "a.mtx", "%%MatrixMarket matrix array real symmetric\n1 1\n4\n")
	if _, err := (Spec{A: a}).Run(ctx); !errors.Is(err, why) {
		t.Errorf("%v, want the cause", err)
	}
}
