package matrixmarket

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// collection is where the public matrices lie, beside the project and not in it.
const collection = "../../shared/matrices"

func open(t *testing.T, name string) (*Reader, error) {
	t.Helper()
	path := filepath.Join(collection, name)
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is absent", path)
		}
		t.Skipf("%s is absent: the public matrices lie beside the project, not in it", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return NewReader(name, f)
}

func TestPublicMatrices(t *testing.T) {
	for _, c := range []struct {
		name      string
		n, stored int
		symmetry  Symmetry
	}{
		{"LFAT5.mtx", 14, 30, Symmetric},
		{"bcsstk01.mtx", 48, 224, Symmetric},
		{"pts5ldd03.mtx", 161, 745, General},
		{"494_bus.mtx", 494, 1080, Symmetric},
		{"bcsstk13.mtx", 2003, 42943, Symmetric},
		{"bcsstk16.mtx", 4884, 147631, Symmetric},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := open(t, c.name)
			if err != nil {
				t.Fatal(err)
			}
			h := m.Header()
			if h.Rows != c.n || h.Cols != c.n || h.Entries != c.stored || h.Symmetry != c.symmetry || h.Field != Real {
				t.Errorf("header %+v", h)
			}
			diagonal := 0
			for e, err := range m.Entries() {
				if err != nil {
					t.Fatal(err)
				}
				if h.Symmetry == Symmetric && e.Row < e.Col {
					t.Fatalf("entry %v above the diagonal", e)
				}
				if e.Row == e.Col && e.Value > 0 {
					diagonal++
				}
			}
			if diagonal != c.n {
				t.Errorf("%d positive entries on the diagonal, want %d", diagonal, c.n)
			}
		})
	}
}

func TestBadFiles(t *testing.T) {
	for name, want := range map[string]string{
		"empty.mtx":     ":1: the file is empty",
		"fullcrud.mtx":  ":6: 4 entries declared, 3 found",
		"fullcrud1.mtx": ":1: the first line must begin",
		"fullcrud2.mtx": `:3: "garbled entry"`,
		"mangle1.mtx":   `:1: object "junk"`,
		"mangle2.mtx":   `:1: format "junk"`,
		"mangle3.mtx":   `:1: field "junk"`,
		"mangle4.mtx":   `:1: symmetry "junk"`,
	} {
		t.Run(name, func(t *testing.T) {
			m, err := open(t, filepath.Join("bad", name))
			if err == nil {
				for _, err = range m.Entries() {
				}
			}
			if err == nil || !strings.Contains(err.Error(), name+want) {
				t.Errorf("error %v, want %s%s", err, name, want)
			}
		})
	}
}
