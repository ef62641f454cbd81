package house

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// vague are file and package names that say nothing about what is inside.
var vague = regexp.MustCompile(`(^|/|_)(util|utils|common|misc|types|impl|manager)(_[a-z0-9]+)*(\.go)?$|New2|_v[0-9]+\.go$`)

func TestNames(t *testing.T) {
	for _, s := range tree(t) {
		if vague.MatchString(s.path) || vague.MatchString(s.pkg) {
			t.Errorf("%s: name the concept", s.path)
		}
	}
}

// undone finds work left as a word; the pattern is split so that it does not find itself.
var undone = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b|not imple` + `mented`)

func TestNothingUndone(t *testing.T) {
	for _, s := range tree(t) {
		for _, g := range s.file.Comments {
			if w := undone.FindString(g.Text()); w != "" {
				t.Errorf("%s: %q in a comment", s.fset.Position(g.Pos()), w)
			}
		}
	}
}

// concurrent lists the packages that may start goroutines or use atomics.
var concurrent = []string{
	"task", "internal/deque", "internal/park", "internal/gid", "internal/cpu", "internal/race", "internal/kernel", "lab/...", "cmd/heddle",
}

// unsafeOK lists the packages that may import unsafe.
var unsafeOK = []string{
	"task", "internal/deque", "internal/park", "internal/gid", "internal/shut", "internal/cpu", "internal/race", "internal/kernel", "dense", "lab/openblas",
}

func TestConcurrencyHasItsRooms(t *testing.T) {
	allowed := func(list []string, pkg string) bool {
		return slices.ContainsFunc(list, func(p string) bool { return covers(p, pkg) })
	}
	for _, s := range tree(t) {
		if s.test {
			continue
		}
		for _, imp := range s.imports() {
			if imp == "sync/atomic" && !allowed(concurrent, s.pkg) {
				t.Errorf("%s imports sync/atomic", s.path)
			}
			if imp == "unsafe" && !allowed(unsafeOK, s.pkg) {
				t.Errorf("%s imports unsafe", s.path)
			}
		}
		if allowed(concurrent, s.pkg) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if g, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s: a go statement: whatever runs in parallel takes a Scope, Runtime or Team", s.fset.Position(g.Pos()))
			}
			return true
		})
	}
}

// TestNoEnvironment: configuration is a struct; only the command reads the environment.
func TestNoEnvironment(t *testing.T) {
	for _, s := range tree(t) {
		if s.test || strings.HasPrefix(s.pkg, "cmd/") || strings.HasPrefix(s.pkg, "lab") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "os" && (sel.Sel.Name == "Getenv" || sel.Sel.Name == "LookupEnv") {
				t.Errorf("%s: os.%s below cmd", s.fset.Position(sel.Pos()), sel.Sel.Name)
			}
			return true
		})
	}
}
