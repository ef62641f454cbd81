package house

import (
	"slices"
	"strings"
	"testing"
)

// lattice says which packages of ours each package may import: the arrows point down.
// A key or value that ends in /... stands for the folder and everything below it; "public"
// stands for every package outside internal, lab, apps and cmd.
var lattice = map[string][]string{
	".":               {},
	"internal/cpu":    {},
	"internal/race":   {},
	"internal/deque":  {},
	"internal/gid":    {},
	"internal/park":   {},
	"internal/shut":   {},
	"internal/house":  {},
	"dense":           {},
	"matrixmarket":    {},
	"task":            {"internal/deque", "internal/park", "internal/gid", "internal/cpu", "internal/shut"},
	"internal/kernel": {"internal/cpu", "internal/race"},
	"internal/sell":   {"internal/cpu"},
	"blas":            {"dense", "internal/kernel"},
	"gemm":            {"dense", "task", "blas"},
	"tile":            {"dense", "task"},
	"lapack":          {"dense", "task", "tile", "blas"},
	"internal/oracle": {"dense"},
	"peers":           {},
	"lab/...":         {"public", "lab/...", "apps/..."},
	"lab/machine":     {"public", "lab/...", "internal/cpu", "internal/kernel"}, // docs/decisions: machine facts
	"cmd/heddle":      {"lab/...", "task"},
	"gonumla/...":     {"public", "gonumla"},
	"apps/...":        {"public", "apps"},
	"apps/stencil":    {"public", "internal/sell"}, // docs/decisions: sweeps in vectors
	"apps/multisaxpy": {"public", "apps", "internal/sell"},
	"apps/hpcg":       {"public", "apps", "apps/stencil"},
	"apps/hpccg":      {"public", "apps", "apps/stencil"},
}

const module = "heddle"

// covers reports whether pattern (a path, path/... or "public") stands for pkg.
func covers(pattern, pkg string) bool {
	if pattern == "public" {
		for _, hidden := range []string{"internal", "lab", "apps", "cmd"} {
			if pkg == hidden || strings.HasPrefix(pkg, hidden+"/") {
				return false
			}
		}
		return true
	}
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == below || strings.HasPrefix(pkg, below+"/")
	}
	return pattern == pkg
}

// row finds the most particular row of the lattice for pkg.
func row(pkg string) ([]string, bool) {
	if r, ok := lattice[pkg]; ok {
		return r, true
	}
	for p, r := range lattice {
		if strings.HasSuffix(p, "/...") && covers(p, pkg) {
			return r, true
		}
	}
	return nil, false
}

func TestLattice(t *testing.T) {
	for _, s := range tree(t) {
		if s.test {
			continue
		}
		may, known := row(s.pkg)
		if !known {
			t.Errorf("%s: package %s has no row in the lattice", s.path, s.pkg)
			continue
		}
		for _, imp := range s.imports() {
			ours, ok := strings.CutPrefix(imp, module+"/")
			if imp == "C" {
				t.Errorf("%s uses cgo", s.path)
			}
			if !ok {
				continue
			}
			if !slices.ContainsFunc(may, func(p string) bool { return covers(p, ours) }) {
				t.Errorf("%s imports %s, which %s may not: it may import %v", s.path, ours, s.pkg, may)
			}
		}
	}
}

// TestRowsExist keeps the lattice honest: a row for a package that is gone is removed.
func TestRowsExist(t *testing.T) {
	have := packages(tree(t))
	for p := range lattice {
		if !slices.ContainsFunc(have, func(pkg string) bool { return covers(p, pkg) }) {
			t.Errorf("the lattice has a row for %s, which does not exist", p)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		pattern, pkg string
		want         bool
	}{
		{"public", "dense", true}, {"public", "internal/cpu", false}, {"public", "lab/stat", false},
		{"lab/...", "lab", true}, {"lab/...", "lab/stat", true}, {"lab/...", "laboratory", false},
		{"dense", "dense", true}, {"dense", "dense/x", false},
	} {
		if got := covers(c.pattern, c.pkg); got != c.want {
			t.Errorf("covers(%q, %q) = %v", c.pattern, c.pkg, got)
		}
	}
}
