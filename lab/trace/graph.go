package trace

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"heddle/lab/plot"
	"heddle/task"
)

// Graph is the tasks of a run and their order by clauses.
type Graph struct {
	Tasks []GraphTask // in order of their numbers
}

// GraphTask is a node.
type GraphTask struct {
	Label     string
	Iteration int
	After     []int
}

// GraphOf returns the graph of a run.
func GraphOf(r Run) *Graph {
	g := &Graph{Tasks: make([]GraphTask, r.Tasks())}
	for i := range r.Spans {
		if s := &r.Spans[i]; s.Kind == task.TaskSpan {
			g.Tasks[s.Task] = GraphTask{name(s), s.Iteration, s.After}
		}
	}
	return g
}

// Edges returns the number of edges.
func (g *Graph) Edges() int {
	n := 0
	for _, t := range g.Tasks {
		n += len(t.After)
	}
	return n
}

// DOT writes the graph in the language of Graphviz: a node for each task, with its label,
// and an edge from each task to those that come after it. Labels have colours.
func (g *Graph) DOT(w io.Writer, name string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "digraph %s {\n\tnode [shape=box, style=filled, fontname=\"sans-serif\"];\n", strconv.Quote(name))
	hues := map[string]int{} // by label
	for i, t := range g.Tasks {
		label := t.Label
		if t.Iteration > 0 {
			label += fmt.Sprintf(" (%d)", t.Iteration)
		}
		if _, ok := hues[t.Label]; !ok {
			hues[t.Label] = len(hues)
		}
		fmt.Fprintf(out, "\tt%d [label=%s, fillcolor=%q];\n", i, strconv.Quote(label), plot.Colour(hues[t.Label]))
	}
	for i, t := range g.Tasks {
		for _, p := range t.After {
			fmt.Fprintf(out, "\tt%d -> t%d;\n", p, i)
		}
	}
	out.WriteString("}\n")
	return out.Flush()
}
