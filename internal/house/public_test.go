package house

import (
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func public(pkg string) bool {
	return pkg != "." && !strings.HasPrefix(pkg, "internal/") && !strings.HasPrefix(pkg, "cmd/")
}

// TestExamples: every public package shows at least one use of itself that compiles.
func TestExamples(t *testing.T) {
	shown := map[string]bool{}
	all := tree(t)
	for _, s := range all {
		if !s.test {
			continue
		}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Example") {
				shown[s.pkg] = true
			}
		}
	}
	for _, pkg := range packages(all) {
		if public(pkg) && !shown[pkg] {
			t.Errorf("public package %s has no Example", pkg)
		}
	}
}

// TestDocComments: every exported function, method and type of a public package, and every
// package, says what it is.
func TestDocComments(t *testing.T) {
	described := map[string]bool{}
	all := tree(t)
	for _, s := range all {
		if s.test {
			continue
		}
		if s.file.Doc != nil {
			described[s.pkg] = true
		}
		if !public(s.pkg) {
			continue
		}
		for _, d := range s.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && exportedReceiver(d) && !customary[d.Name.Name] && d.Doc == nil {
					t.Errorf("%s: %s has no doc comment", s.fset.Position(d.Pos()), d.Name.Name)
				}
			case *ast.GenDecl:
				for _, sp := range d.Specs {
					if ts, ok := sp.(*ast.TypeSpec); ok && ts.Name.IsExported() && d.Doc == nil && ts.Doc == nil {
						t.Errorf("%s: %s has no doc comment", s.fset.Position(ts.Pos()), ts.Name.Name)
					}
				}
			}
		}
	}
	for _, pkg := range packages(all) {
		if !described[pkg] {
			t.Errorf("package %s has no package comment", pkg)
		}
	}
}

// customary methods say by their name what they do.
var customary = map[string]bool{"Error": true, "Unwrap": true, "String": true}

func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	x := f.Recv.List[0].Type
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.IndexListExpr:
			x = y.X
		case *ast.Ident:
			return y.IsExported()
		default:
			return false
		}
	}
}

// TestPapers: the pages a newcomer meets exist, and README is a page and not a book.
func TestPapers(t *testing.T) {
	for name, most := range map[string]int{
		"README.md": 150, "LICENSE": 60, "docs/tour.md": 400, "docs/architecture.md": 200, "docs/glossary.md": 200,
	} {
		text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
			continue
		}
		if n := strings.Count(string(text), "\n"); n > most {
			t.Errorf("%s has %d lines, over %d", name, n, most)
		}
	}
}
