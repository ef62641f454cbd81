package task

// A GraphTask is a task of a Graph, as it was recorded.
type GraphTask struct {
	Label    string // "" without one
	Priority int
	// After are the tasks that it follows within an iteration, and Carried those of the
	// iteration before, as indices. What others of them imply may be left out of Carried.
	After, Carried []int
}

// Tasks returns the tasks of g in the order in which they were submitted, with the edges
// between them. Cost: some 100 ns a task and edge; the Graph may be running.
func (g *Graph) Tasks() []GraphTask {
	c := g.g
	number := make([]int, len(c.code)) // of the nodes that are tasks of the user's
	tasks := make([]GraphTask, 0, c.users)
	for v := range c.code {
		if !c.kind[v].ours() {
			number[v] = len(tasks)
			tasks = append(tasks, GraphTask{Label: c.labelOf(int32(v)), Priority: int(c.priority(int32(v)))})
		}
	}
	for v, preds := range c.predecessors() {
		for _, e := range preds {
			t := &tasks[number[v]]
			if u := number[e>>1]; e&1 == 0 {
				t.After = append(t.After, u)
			} else {
				t.Carried = append(t.Carried, u)
			}
		}
	}
	return tasks
}
