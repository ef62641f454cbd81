package cpu

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// machine fakes the files of a machine. CPU numbers follow Linux on servers: first threads
// of all cores, package by package, then the second threads.
type machine struct {
	nodes, coresPerNode, threads int
	nodeStep                     int // distance of node numbers
	llcPerNode                   int
}

func (m machine) cores() int { return m.nodes * m.coresPerNode }

func (m machine) files() fstest.MapFS {
	f := fstest.MapFS{}
	put := func(name, format string, args ...any) {
		f[name] = &fstest.MapFile{Data: fmt.Appendf(nil, format+"\n", args...)}
	}
	n := m.cores() * m.threads
	put(cpuDir+"/online", "0-%d", n-1)
	put("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fake 9000: 3.1 GHz\n\nprocessor\t: 1")
	var online []string
	lists := make(map[string][]string)
	for id := range n {
		core := id % m.cores()
		node := core / m.coresPerNode
		llc := core / (m.coresPerNode / m.llcPerNode)
		put(cpuFile(id, "topology/physical_package_id"), "%d", node)
		put(cpuFile(id, "topology/core_id"), "%d", core%m.coresPerNode) // not unique
		siblings := m.join(func(c int) bool { return c == core })
		put(cpuFile(id, "topology/thread_siblings_list"), "%s", siblings)
		for i, c := range []struct {
			level      int
			kind, size string
			shared     string
		}{
			{1, "Data", "48K", siblings},
			{1, "Instruction", "32K", siblings},
			{2, "Unified", "1024K", siblings},
			{3, "Unified", "32M", m.join(func(c int) bool { return c/(m.coresPerNode/m.llcPerNode) == llc })},
		} {
			dir := cpuFile(id, fmt.Sprintf("cache/index%d/", i))
			put(dir+"level", "%d", c.level)
			put(dir+"type", "%s", c.kind)
			put(dir+"size", "%s", c.size)
			put(dir+"shared_cpu_list", "%s", c.shared)
			put(dir+"coherency_line_size", "64")
		}
		name := fmt.Sprint(node * m.nodeStep)
		lists[name] = append(lists[name], fmt.Sprint(id))
	}
	for node := range m.nodes {
		name := fmt.Sprint(node * m.nodeStep)
		online = append(online, name)
		put("sys/devices/system/node/node"+name+"/cpulist", "%s", strings.Join(lists[name], ","))
	}
	put("sys/devices/system/node/online", "%s", strings.Join(online, ","))
	return f
}

// join lists the CPUs of the cores that are in.
func (m machine) join(in func(core int) bool) string {
	var s []string
	for id := range m.cores() * m.threads {
		if in(id % m.cores()) {
			s = append(s, fmt.Sprint(id))
		}
	}
	return strings.Join(s, ",")
}

func TestFakeMachines(t *testing.T) {
	for _, nodes := range []int{1, 2, 4, 8} {
		for _, threads := range []int{1, 2} {
			for _, step := range []int{1, 3} {
				m := machine{nodes: nodes, coresPerNode: 4, threads: threads, nodeStep: step, llcPerNode: 2}
				top, err := FromSysfs(m.files(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if top.Model != "Fake 9000: 3.1 GHz" || top.Cores() != m.cores() || top.Packages() != nodes ||
					len(top.CPUs) != m.cores()*threads {
					t.Errorf("%+v: read %q, %d cores, %d packages, %d CPUs", m, top.Model, top.Cores(), top.Packages(), len(top.CPUs))
				}
				for i, n := range top.Nodes() {
					if n != i*step {
						t.Errorf("%+v: nodes %v", m, top.Nodes())
					}
				}
				if top.CacheSize(1) != 48<<10 || top.CacheSize(2) != 1<<20 || top.CacheSize(3) != 32<<20 || top.CacheSize(4) != 0 {
					t.Errorf("%+v: caches %v", m, top.Caches)
				}
				if want := 2*m.cores() + 2*nodes; len(top.Caches) != want {
					t.Errorf("%+v: %d caches, want %d", m, len(top.Caches), want)
				}
				checkOrders(t, top)
			}
		}
	}
}

// checkOrders checks what both orders promise.
func checkOrders(t *testing.T, top *Topology) {
	t.Helper()
	of := make(map[int]CPU)
	for _, c := range top.CPUs {
		of[c.ID] = c
	}
	cores, nodes := top.Cores(), len(top.Nodes())
	for name, order := range map[string][]int{"close": top.Close(), "spread": top.Spread()} {
		sorted := slices.Sorted(slices.Values(order))
		if !slices.Equal(sorted, ids(top.CPUs)) {
			t.Fatalf("%s: %v is not a permutation of the CPUs", name, order)
		}
		seen := make(map[int]bool)
		for _, id := range order[:cores] {
			if seen[of[id].Core] {
				t.Errorf("%s: %v uses core %d twice before all cores once", name, order, of[id].Core)
			}
			seen[of[id].Core] = true
		}
		changes := 0 // of node, within the first threads
		for i := 1; i < cores; i++ {
			if of[order[i]].Node != of[order[i-1]].Node {
				changes++
			}
		}
		switch {
		case name == "close" && changes != nodes-1:
			t.Errorf("close: %v changes node %d times, want %d", order, changes, nodes-1)
		case name == "spread" && nodes > 1 && changes != cores-1:
			t.Errorf("spread: %v changes node %d times, want %d", order, changes, cores-1)
		}
	}
}

func TestSpreadAlternatesCaches(t *testing.T) {
	m := machine{nodes: 2, coresPerNode: 4, threads: 2, nodeStep: 1, llcPerNode: 2}
	top, err := FromSysfs(m.files(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{0, 4, 2, 6, 1, 5, 3, 7, 8, 12, 10, 14, 9, 13, 11, 15}; !slices.Equal(top.Spread(), want) {
		t.Errorf("Spread = %v, want %v", top.Spread(), want)
	}
	if want := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; !slices.Equal(top.Close(), want) {
		t.Errorf("Close = %v, want %v", top.Close(), want)
	}
}

func TestRestrictions(t *testing.T) {
	m := machine{nodes: 2, coresPerNode: 4, threads: 2, nodeStep: 1, llcPerNode: 1} // 16 CPUs
	for _, c := range []struct {
		name    string
		files   map[string]string
		allowed []int
		want    []int
		cores   int
	}{
		{"offline", map[string]string{cpuDir + "/online": "0-1,4,9-11"}, nil, []int{0, 1, 4, 9, 10, 11}, 5},
		{"affinity", nil, []int{15, 3, 77}, []int{3, 15}, 2},
		{"second threads only", nil, []int{8, 9}, []int{8, 9}, 2},
		{"cgroup v2", map[string]string{cpusets[0]: "2,6-7,10"}, nil, []int{2, 6, 7, 10}, 3},
		{"cgroup v1", map[string]string{cpusets[1]: "0-3"}, []int{2, 3, 4}, []int{2, 3}, 2},
		{"empty cgroup file", map[string]string{cpusets[0]: ""}, []int{5}, []int{5}, 1},
	} {
		f := m.files()
		for name, data := range c.files {
			f[name] = &fstest.MapFile{Data: []byte(data + "\n")}
		}
		top, err := FromSysfs(f, c.allowed)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := ids(top.CPUs); !slices.Equal(got, c.want) || top.Cores() != c.cores {
			t.Errorf("%s: CPUs %v on %d cores, want %v on %d", c.name, got, top.Cores(), c.want, c.cores)
		}
		checkOrdersArePermutations(t, top)
	}
}

func checkOrdersArePermutations(t *testing.T, top *Topology) {
	t.Helper()
	for _, order := range [][]int{top.Close(), top.Spread()} {
		if !slices.Equal(slices.Sorted(slices.Values(order)), ids(top.CPUs)) {
			t.Errorf("order %v of CPUs %v", order, ids(top.CPUs))
		}
	}
}

func TestScantFiles(t *testing.T) {
	f := fstest.MapFS{cpuDir + "/online": {Data: []byte("0-2\n")}}
	top, err := FromSysfs(f, nil)
	if err != nil || top.Cores() != 3 || !slices.Equal(top.Nodes(), []int{0}) || top.CacheSize(1) != 0 || top.Model != "" {
		t.Errorf("online only: %+v, %v", top, err)
	}
	if top, err := FromSysfs(fstest.MapFS{}, []int{4, 2}); err != nil || !slices.Equal(ids(top.CPUs), []int{2, 4}) {
		t.Errorf("no files: %+v, %v", top, err)
	}
	if _, err := FromSysfs(fstest.MapFS{}, nil); err == nil {
		t.Error("no files and no affinity: no error")
	}
	if _, err := FromSysfs(f, []int{7}); err == nil {
		t.Error("no CPU left: no error")
	}
	f["proc/cpuinfo"] = &fstest.MapFile{Data: []byte("CPU implementer\t: 0x41\nCPU part\t: 0xd4f\n")}
	if top, _ := FromSysfs(f, nil); top.Model != "implementer 0x41 part 0xd4f" {
		t.Errorf("arm64 model %q", top.Model)
	}
}

func TestParseList(t *testing.T) {
	for s, want := range map[string][]int{
		"": nil, "0": {0}, "0-3": {0, 1, 2, 3}, "8,0-1,1": {0, 1, 8}, "5-5": {5},
	} {
		if got, err := parseList(s); err != nil || !slices.Equal(got, want) {
			t.Errorf("parseList(%q) = %v, %v", s, got, err)
		}
	}
	for _, s := range []string{",", "x", "3-1", "-1", "1-", "0-99999999", "1 2"} {
		if got, err := parseList(s); err == nil {
			t.Errorf("parseList(%q) = %v, no error", s, got)
		}
	}
}

func FuzzParseList(f *testing.F) {
	f.Add("0-3,7")
	f.Fuzz(func(t *testing.T, s string) {
		list, err := parseList(s)
		if err == nil && !slices.IsSorted(list) {
			t.Errorf("parseList(%q) = %v", s, list)
		}
	})
}

func TestMachine(t *testing.T) {
	top := Machine()
	if len(top.CPUs) != runtime.NumCPU() {
		t.Errorf("%d CPUs, the Go runtime sees %d", len(top.CPUs), runtime.NumCPU())
	}
	if top.Cores() < 1 || top.Cores() > len(top.CPUs) || top.Packages() < 1 {
		t.Errorf("%d cores, %d packages, %d CPUs", top.Cores(), top.Packages(), len(top.CPUs))
	}
	checkOrdersArePermutations(t, top)
	t.Logf("%q: %+v, L1 %d L2 %d L3 %d", top.Model, top.CPUs, top.CacheSize(1), top.CacheSize(2), top.CacheSize(3))
}
