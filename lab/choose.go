package lab

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Choose returns the names of known that asked names, in the order asked, each once: a name
// of asked is one of known, a pattern as of path.Match ("task-*"), or "all". kind says what
// is named, for the error, which is an *UnknownNameError.
func Choose(kind string, known, asked []string) ([]string, error) {
	var chosen []string
	add := func(name string) bool {
		if !slices.Contains(chosen, name) {
			chosen = append(chosen, name)
		}
		return true
	}
	for _, name := range asked {
		name = strings.ToLower(strings.TrimSpace(name))
		found := false
		for _, k := range known {
			if ok, _ := path.Match(name, k); ok || name == "all" {
				found = add(k)
			}
		}
		if !found {
			return nil, &UnknownNameError{Kind: kind, Name: name, Known: slices.Clone(known)}
		}
	}
	if len(chosen) == 0 {
		return nil, Refuse("no %s given: choose from %s, or all", kind, strings.Join(known, ", "))
	}
	return chosen, nil
}

// Or returns list, or otherwise where list is empty: cmp.Or for slices.
func Or[T any](list, otherwise []T) []T {
	if len(list) == 0 {
		return otherwise
	}
	return list
}

// UnknownNameError says that a name is not one of the known ones.
type UnknownNameError struct {
	Kind  string   // what was named: "variant", "pattern", ...
	Name  string   // the name that is not known
	Known []string // every name that is
}

// Near returns the known names closest to e.Name, best first, at most three.
func (e *UnknownNameError) Near() []string {
	type candidate struct {
		name     string
		distance int
	}
	var near []candidate
	for _, k := range e.Known {
		d := editDistance(e.Name, k)
		if d <= 1+max(len(e.Name), len(k))/3 || (len(e.Name) >= 3 && strings.Contains(k, e.Name)) {
			near = append(near, candidate{k, d})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return a.distance - b.distance })
	var names []string
	for _, c := range near[:min(3, len(near))] {
		names = append(names, c.name)
	}
	return names
}

// Error names the unknown name, its nearest relatives, and all that are known.
func (e *UnknownNameError) Error() string {
	msg := fmt.Sprintf("unknown %s %q", e.Kind, e.Name)
	if near := e.Near(); len(near) > 0 {
		msg += ": did you mean " + strings.Join(near, " or ") + "?"
	}
	return msg + " (known: " + strings.Join(e.Known, ", ") + ")"
}

// editDistance is Levenshtein's distance: the fewest insertions, deletions and replacements
// of one byte that make b out of a.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			diagonal, row[j] = row[j], min(diagonal+cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
