package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// source is one Go file of the module, parsed.
type source struct {
	path      string // slash-separated, from the module's root
	pkg       string // its folder
	lines     int
	generated bool
	test      bool
	fset      *token.FileSet
	file      *ast.File
}

// imports lists the import paths of s.
func (s source) imports() []string {
	var out []string
	for _, i := range s.file.Imports {
		out = append(out, strings.Trim(i.Path.Value, `"`))
	}
	return out
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// tree parses every Go file of the module, whatever its build constraints. Folders with a
// go.mod of their own (generators, nested modules) are other modules and left out.
func tree(t *testing.T) []source {
	t.Helper()
	top := root(t)
	var all []source
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path == top {
				return nil
			}
			_, nested := os.Stat(filepath.Join(path, "go.mod"))
			if nested == nil || strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		s, err := parse(top, path)
		all = append(all, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 20 {
		t.Fatalf("only %d Go files found below %s: the walk is broken", len(all), top)
	}
	return all
}

func parse(top, path string) (source, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return source{}, err
	}
	rel, err := filepath.Rel(top, path)
	if err != nil {
		return source{}, err
	}
	rel = filepath.ToSlash(rel)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, rel, text, parser.ParseComments)
	if err != nil {
		return source{}, err
	}
	pkg := "."
	if i := strings.LastIndex(rel, "/"); i >= 0 {
		pkg = rel[:i]
	}
	return source{
		path:      rel,
		pkg:       pkg,
		lines:     strings.Count(string(text), "\n"),
		generated: ast.IsGenerated(file),
		test:      strings.HasSuffix(rel, "_test.go"),
		fset:      fset,
		file:      file,
	}, nil
}

// packages lists the folders that hold non-test files, sorted.
func packages(all []source) []string {
	var out []string
	for _, s := range all {
		if !s.test && !slices.Contains(out, s.pkg) {
			out = append(out, s.pkg)
		}
	}
	slices.Sort(out)
	return out
}
