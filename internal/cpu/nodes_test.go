package cpu

import (
	"slices"
	"testing"
	"testing/fstest"
)

// TestNodesOfFakes reads machines of 1, 2, 4 and 8 nodes, restricted in every way the system
// has, and checks which CPUs each node is left with, in which order.
func TestNodesOfFakes(t *testing.T) {
	const nodeDir = "sys/devices/system/node/"
	type file struct{ name, data string }
	for _, c := range []struct {
		name    string
		m       machine
		files   []file
		allowed []int
		want    map[int][]int
	}{
		{name: "one", m: machine{1, 2, 1, 1, 1}, want: map[int][]int{0: {0, 1}}},
		{name: "one with second threads", m: machine{1, 2, 2, 1, 1}, want: map[int][]int{0: {0, 1, 2, 3}}},
		{name: "two with second threads", m: machine{2, 2, 2, 1, 1}, want: map[int][]int{0: {0, 1, 4, 5}, 1: {2, 3, 6, 7}}},
		{name: "four, sparse", m: machine{4, 1, 1, 3, 1}, want: map[int][]int{0: {0}, 3: {1}, 6: {2}, 9: {3}}},
		{name: "eight", m: machine{8, 1, 1, 1, 1}, want: map[int][]int{0: {0}, 1: {1}, 2: {2}, 3: {3}, 4: {4}, 5: {5}, 6: {6}, 7: {7}}},
		{name: "first node offline", m: machine{2, 2, 1, 1, 1}, files: []file{{cpuDir + "/online", "2-3"}}, want: map[int][]int{1: {2, 3}}},
		{name: "affinity within one node", m: machine{4, 2, 1, 2, 1}, allowed: []int{5, 4}, want: map[int][]int{4: {4, 5}}},
		{name: "affinity across nodes", m: machine{4, 2, 1, 1, 1}, allowed: []int{1, 6}, want: map[int][]int{0: {1}, 3: {6}}},
		{name: "cpuset", m: machine{8, 2, 1, 1, 2}, files: []file{{cpusets[0], "3,14-15"}}, want: map[int][]int{1: {3}, 7: {14, 15}}},
		{name: "cpuset, affinity and an offline CPU", m: machine{2, 4, 2, 5, 1},
			files:   []file{{cpusets[1], "0-3,8-15"}, {cpuDir + "/online", "0,2-15"}},
			allowed: []int{1, 2, 3, 10, 12},
			want:    map[int][]int{0: {2, 3, 10}, 5: {12}}},
		{name: "second threads only", m: machine{2, 2, 2, 1, 1}, allowed: []int{4, 5, 7}, want: map[int][]int{0: {4, 5}, 1: {7}}},
		{name: "a node of memory only", m: machine{2, 1, 1, 1, 1},
			files: []file{{nodeDir + "online", "0-2"}, {nodeDir + "node2/cpulist", ""}},
			want:  map[int][]int{0: {0}, 1: {1}}},
		{name: "memory first, then processors", m: machine{1, 2, 1, 1, 1},
			files: []file{{nodeDir + "online", "0,4"}, {nodeDir + "node0/cpulist", ""}, {nodeDir + "node4/cpulist", "0-1"}},
			want:  map[int][]int{4: {0, 1}}},
		{name: "a node without a list", m: machine{2, 1, 1, 1, 1}, files: []file{{nodeDir + "online", "0-1,7"}}, want: map[int][]int{0: {0}, 1: {1}}},
		{name: "a malformed list of nodes", m: machine{2, 1, 1, 1, 1}, files: []file{{nodeDir + "online", "0-"}}, want: map[int][]int{0: {0, 1}}},
	} {
		fs := c.m.files()
		for _, f := range c.files {
			fs[f.name] = &fstest.MapFile{Data: []byte(f.data + "\n")}
		}
		top, err := FromSysfs(fs, c.allowed)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(top.Nodes()) != len(c.want) {
			t.Errorf("%s: nodes %v, want %v", c.name, top.Nodes(), c.want)
		}
		for n, want := range c.want {
			if got := top.OnNode(n); !slices.Equal(got, want) {
				t.Errorf("%s: node %d has CPUs %v, want %v", c.name, n, got, want)
			}
		}
		if got := top.OnNode(77); len(got) != 0 {
			t.Errorf("%s: a node that does not exist has CPUs %v", c.name, got)
		}
		checkOrdersArePermutations(t, top)
	}
}
