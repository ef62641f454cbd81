package task

import (
	"slices"
	"strings"
	"testing"

	"heddle/internal/cpu"
)

// fakeMachine returns a machine whose nodes have the given numbers and two cores each, with
// the given hardware threads a core, numbered as Linux does: all first threads, then all second.
func fakeMachine(threads int, nodes ...int) *cpu.Topology {
	t := &cpu.Topology{}
	cores := 2 * len(nodes)
	for id := range cores * threads {
		core := id % cores
		t.CPUs = append(t.CPUs, cpu.CPU{ID: id, Core: core, Thread: id / cores, Package: core / 2, Node: nodes[core/2], LLC: core &^ 1})
	}
	return t
}

func TestNodesAreTheMachine(t *testing.T) {
	var got, want []int
	last := -1
	for _, n := range Nodes() {
		if n.ID <= last || len(n.CPUs) == 0 {
			t.Errorf("node %d after %d has CPUs %v", n.ID, last, n.CPUs)
		}
		last = n.ID
		got = append(got, n.CPUs...)
	}
	for _, c := range cpu.Machine().CPUs {
		want = append(want, c.ID)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the nodes have CPUs %v, the machine %v", got, want)
	}
}

func TestConfigNodes(t *testing.T) {
	for _, c := range []struct {
		name string
		cfg  Config
		want []Node
	}{
		{"one", Config{machine: fakeMachine(1, 0)}, []Node{{0, []int{0, 1}}}},
		{"two with second threads", Config{machine: fakeMachine(2, 0, 1)}, []Node{{0, []int{0, 1, 4, 5}}, {1, []int{2, 3, 6, 7}}}},
		{"sparse", Config{machine: fakeMachine(1, 1, 4, 8)}, []Node{{1, []int{0, 1}}, {4, []int{2, 3}}, {8, []int{4, 5}}}},
		{"restricted", Config{machine: fakeMachine(2, 0, 3), CPUs: []int{7, 1}}, []Node{{0, []int{1}}, {3, []int{7}}}},
		{"restricted to one", Config{machine: fakeMachine(1, 0, 1, 2, 3), CPUs: []int{5, 4}}, []Node{{2, []int{4, 5}}}},
	} {
		got := c.cfg.nodes()
		if !slices.EqualFunc(got, c.want, func(a, b Node) bool { return a.ID == b.ID && slices.Equal(a.CPUs, b.CPUs) }) {
			t.Errorf("%s: nodes %v, want %v", c.name, got, c.want)
		}
	}
}

// TestConfigCPUs: which worker goes where.
func TestConfigCPUs(t *testing.T) {
	m := fakeMachine(2, 0, 1) // cores 0 1 | 2 3, their second threads 4 5 | 6 7
	for _, c := range []struct {
		name string
		cfg  Config
		want []int
	}{
		{"not bound", Config{Workers: 3}, nil},
		{"close", Config{Workers: 3, Pin: PinClose}, []int{0, 1, 2}},
		{"spread", Config{Workers: 3, Pin: PinSpread}, []int{0, 2, 1}},
		{"as given", Config{Workers: 2, CPUs: []int{6, 0}}, []int{6, 0}},
		{"more workers than processors", Config{Workers: 3, CPUs: []int{6, 0}}, []int{6, 0, 6}},
		{"given, close", Config{Workers: 3, CPUs: []int{6, 3, 1}, Pin: PinClose}, []int{1, 3, 6}},
		{"given, spread", Config{Workers: 4, CPUs: []int{0, 1, 2, 3}, Pin: PinSpread}, []int{0, 2, 1, 3}},
		{"empty is all", Config{Workers: 2, CPUs: []int{}}, nil},
	} {
		c.cfg.machine = m
		rt := New(c.cfg)
		if got := rt.CPUs(); !slices.Equal(got, c.want) {
			t.Errorf("%s: workers on %v, want %v", c.name, got, c.want)
		}
		rt.Close()
	}
	one := New(Config{CPUs: []int{5}, machine: m})
	defer one.Close()
	if one.Workers() != 1 {
		t.Errorf("%d workers for one processor", one.Workers())
	}
}

func TestConfigCPUsThatMakeNoSense(t *testing.T) {
	m := fakeMachine(1, 0, 1)
	for _, c := range []struct {
		cpus []int
		want string
	}{
		{[]int{0, 4}, "processor 4 is none of [0 1 2 3]"},
		{[]int{-1}, "processor -1 is none of"},
		{[]int{2, 1, 2}, "processor 2 is named twice"},
	} {
		p, _ := catch(func() { New(Config{CPUs: c.cpus, machine: m}) }).(string)
		if !strings.HasPrefix(p, "task: Config.CPUs: ") || !strings.Contains(p, c.want) {
			t.Errorf("CPUs %v: panicked with %q, want %q", c.cpus, p, c.want)
		}
	}
}
