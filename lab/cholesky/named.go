package cholesky

import (
	"slices"
	"strings"

	"heddle/lab"
	"heddle/lab/peers"
)

// Directions are the traversals that Comparison.Traversals may hold, the default first.
var Directions = []string{"right", "left", "top"}

// traverses reports whether a name, or a pattern, is of another traversal than the right-looking
// one: it says so at its end.
func traverses(name string) bool {
	return strings.HasSuffix(name, "left") || strings.HasSuffix(name, "top")
}

// named returns the variants of heddle, and the names of those of the rivals, that c.Variants and
// c.Traversals ask for. "all" and patterns are of right-looking variants, unless they end in left
// or top. Where no variant of a runtime is named all are, right-looking.
func (c Comparison) named(rivals []string) ([]lab.Variant[*Problem], []string, error) {
	table := slices.Concat(Variants, c.Extra, Traversals)
	var known, right []string
	for _, v := range table {
		known = append(known, v.Name)
	}
	for _, p := range peers.Table {
		for _, v := range p.Cholesky {
			if slices.Contains(rivals, p.Name) && !slices.Contains(known, v.Name) {
				known = append(known, v.Name)
			}
		}
	}
	for _, name := range known {
		if !traverses(name) {
			right = append(right, name)
		}
	}
	var chosen []string
	for _, asked := range c.Variants {
		among := right
		if traverses(strings.ToLower(strings.TrimSpace(asked))) {
			among = known
		}
		names, err := lab.Choose("variant", among, []string{asked})
		if err != nil {
			return nil, nil, err
		}
		chosen = append(chosen, names...)
	}
	theirs := slices.Clone(chosen)
	for _, name := range rivals {
		theirs = append(theirs, unnamed(name, chosen)...)
	}
	ours := func(name string) bool {
		return slices.ContainsFunc(table, func(v lab.Variant[*Problem]) bool { return v.Name == name })
	}
	if !slices.ContainsFunc(chosen, ours) {
		for _, v := range slices.Concat(Variants, c.Extra) {
			chosen = append(chosen, v.Name)
		}
	}
	chosen, err := c.directed(chosen, known)
	if err != nil {
		return nil, nil, err
	}
	if theirs, err = c.directed(theirs, known); err != nil {
		return nil, nil, err
	}
	var variants []lab.Variant[*Problem]
	for _, v := range table {
		if slices.Contains(chosen, v.Name) {
			variants = append(variants, v)
		}
	}
	return variants, theirs, nil
}

// unnamed returns the right-looking variants of a rival of which none is chosen.
func unnamed(rival string, chosen []string) []string {
	var all []string
	for _, p := range peers.Table {
		for _, v := range p.Cholesky {
			if p.Name == rival && slices.Contains(chosen, v.Name) {
				return nil
			}
			if p.Name == rival && !v.Other {
				all = append(all, v.Name)
			}
		}
	}
	return all
}

// directed returns names in the traversals of c, those that there are.
func (c Comparison) directed(names, known []string) ([]string, error) {
	if len(c.Traversals) == 0 {
		return names, nil
	}
	directions, err := lab.Choose("traversal", Directions, c.Traversals)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range names {
		for _, d := range directions {
			for _, other := range []string{name + "-" + d, name + "_" + d} {
				if slices.Contains(known, other) {
					out = append(out, other)
				}
			}
			if d == "right" || traverses(name) {
				out = append(out, name)
			}
		}
	}
	return out, nil
}
