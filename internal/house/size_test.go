package house

import (
	"go/ast"
	"testing"
)

const (
	maxFile = 400 // lines of a hand-written file
	maxFunc = 80  // lines of a function
)

func TestCeilings(t *testing.T) {
	for _, s := range tree(t) {
		if s.generated {
			continue
		}
		if s.lines > maxFile {
			t.Errorf("%s has %d lines: over %d, the design wants another file", s.path, s.lines, maxFile)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			n := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line + 1
			if n > maxFunc {
				t.Errorf("%s: %s has %d lines: over %d", s.path, f.Name.Name, n, maxFunc)
			}
		}
	}
}
