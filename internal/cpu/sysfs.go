package cpu

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// cpusets are where a control group names the CPUs it leaves to this process: version 2,
// version 1. Inside a container they show the container's own group.
var cpusets = []string{
	"sys/fs/cgroup/cpuset.cpus.effective",
	"sys/fs/cgroup/cpuset/cpuset.effective_cpus",
}

const cpuDir = "sys/devices/system/cpu"

// FromSysfs reads a topology from the Linux files sys/devices/system, sys/fs/cgroup and
// proc/cpuinfo below fsys, restricted to the CPUs in allowed (nil: all). What the files do
// not tell is taken as flat: one node, one package, no second threads, no caches. It fails
// if no CPU is left or the list of CPUs is malformed.
func FromSysfs(fsys fs.FS, allowed []int) (*Topology, error) {
	usable, err := readList(fsys, cpuDir+"/online")
	if errors.Is(err, fs.ErrNotExist) && allowed != nil {
		usable, err = slices.Clone(allowed), nil
		slices.Sort(usable)
	}
	if err != nil {
		return nil, err
	}
	if allowed != nil {
		usable = intersect(usable, allowed)
	}
	for _, name := range cpusets {
		if set, err := readList(fsys, name); err == nil && len(set) > 0 {
			usable = intersect(usable, set)
		}
	}
	if len(usable) == 0 {
		return nil, errors.New("cpu: no usable CPU")
	}
	t := &Topology{Model: model(fsys)}
	node := nodes(fsys)
	for _, id := range usable {
		t.CPUs = append(t.CPUs, CPU{ID: id, LLC: id, Node: node[id], Package: pkg(fsys, id)})
	}
	t.number(fsys)
	t.readCaches(fsys)
	return t, nil
}

func cpuFile(id int, name string) string { return fmt.Sprintf("%s/cpu%d/%s", cpuDir, id, name) }

// pkg returns the socket of a CPU; some systems say -1 for unknown.
func pkg(fsys fs.FS, id int) int {
	n, err := readInt(fsys, cpuFile(id, "topology/physical_package_id"))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// number sets Core and Thread. core_id is unique within a package at best, so a core is
// known by the first of its siblings.
func (t *Topology) number(fsys fs.FS) {
	core := make(map[int]int)    // first sibling to number
	threads := make(map[int]int) // allowed threads seen, by number
	for i := range t.CPUs {
		c := &t.CPUs[i]
		first := c.ID
		for _, name := range []string{"topology/core_cpus_list", "topology/thread_siblings_list"} {
			if s, err := readList(fsys, cpuFile(c.ID, name)); err == nil && len(s) > 0 {
				first = s[0]
				break
			}
		}
		n, ok := core[first]
		if !ok {
			n = len(core)
			core[first] = n
		}
		c.Core, c.Thread = n, threads[n]
		threads[n]++
	}
}

// nodes maps CPU IDs to NUMA nodes. Nodes may be numbered with gaps and may have no CPU.
func nodes(fsys fs.FS) map[int]int {
	of := make(map[int]int)
	online, err := readList(fsys, "sys/devices/system/node/online")
	if err != nil {
		return of
	}
	for _, n := range online {
		list, err := readList(fsys, fmt.Sprintf("sys/devices/system/node/node%d/cpulist", n))
		if err != nil {
			continue
		}
		for _, id := range list {
			of[id] = n
		}
	}
	return of
}

// readCaches collects each cache once, by its level and first allowed CPU, and sets LLC.
func (t *Topology) readCaches(fsys fs.FS) {
	var usable []int
	for _, c := range t.CPUs {
		usable = append(usable, c.ID)
	}
	type key struct{ level, first int }
	seen := make(map[key]bool)
	for i := range t.CPUs {
		last := 0
		dirs, _ := fs.Glob(fsys, cpuFile(t.CPUs[i].ID, "cache/index*"))
		for _, dir := range dirs {
			c, ok := readCache(fsys, dir, usable)
			if !ok {
				continue
			}
			if c.Level > last {
				last = c.Level
				t.CPUs[i].LLC = c.CPUs[0]
			}
			if k := (key{c.Level, c.CPUs[0]}); !seen[k] {
				seen[k] = true
				t.Caches = append(t.Caches, c)
			}
		}
	}
}

// readCache reads one cache, unless it is of instructions only or unreadable.
func readCache(fsys fs.FS, dir string, usable []int) (Cache, bool) {
	kind, _ := readWord(fsys, path.Join(dir, "type"))
	level, err1 := readInt(fsys, path.Join(dir, "level"))
	word, err2 := readWord(fsys, path.Join(dir, "size"))
	size, err3 := parseSize(word)
	list, err4 := readList(fsys, path.Join(dir, "shared_cpu_list"))
	if kind == "Instruction" || errors.Join(err1, err2, err3, err4) != nil {
		return Cache{}, false
	}
	cpus := intersect(list, usable)
	if len(cpus) == 0 {
		return Cache{}, false
	}
	line, _ := readInt(fsys, path.Join(dir, "coherency_line_size"))
	return Cache{Level: level, Size: size, Line: line, CPUs: cpus}, true
}

// model returns the processor's name: x86 says it, arm64 gives numbers.
func model(fsys fs.FS) string {
	data, err := fs.ReadFile(fsys, "proc/cpuinfo")
	if err != nil {
		return ""
	}
	field := make(map[string]string)
	for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
		k, v, ok := strings.Cut(s.Text(), ":")
		if k = strings.TrimSpace(k); ok && field[k] == "" {
			field[k] = strings.TrimSpace(v)
		}
	}
	if field["model name"] == "" && field["CPU part"] != "" {
		return fmt.Sprintf("implementer %s part %s", field["CPU implementer"], field["CPU part"])
	}
	return field["model name"]
}

func readWord(fsys fs.FS, name string) (string, error) {
	data, err := fs.ReadFile(fsys, name)
	return strings.TrimSpace(string(data)), err
}

func readInt(fsys fs.FS, name string) (int, error) {
	w, err := readWord(fsys, name)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(w)
}

func readList(fsys fs.FS, name string) ([]int, error) {
	w, err := readWord(fsys, name)
	if err != nil {
		return nil, err
	}
	list, err := parseList(w)
	if err != nil {
		return nil, fmt.Errorf("cpu: %s: %w", name, err)
	}
	return list, nil
}

// parseList parses the kernel's "0-3,8,10-11", ascending without repetitions.
func parseList(s string) ([]int, error) {
	const most = 1 << 16 // more than any kernel has; keeps a corrupt file from filling memory
	var list []int
	if s == "" {
		return list, nil
	}
	for part := range strings.SplitSeq(s, ",") {
		from, to, isRange := strings.Cut(part, "-")
		lo, err := strconv.Atoi(from)
		hi := lo
		if err == nil && isRange {
			hi, err = strconv.Atoi(to)
		}
		if err != nil || lo < 0 || hi < lo || hi >= most {
			return nil, fmt.Errorf("malformed list %q", s)
		}
		for i := lo; i <= hi; i++ {
			list = append(list, i)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// parseSize parses the kernel's "48K" or "2M" into bytes.
func parseSize(s string) (int, error) {
	unit := 1
	switch {
	case strings.HasSuffix(s, "K"):
		unit = 1 << 10
	case strings.HasSuffix(s, "M"):
		unit = 1 << 20
	case strings.HasSuffix(s, "G"):
		unit = 1 << 30
	}
	n, err := strconv.ParseUint(strings.TrimRight(s, "KMG"), 10, 20)
	return int(n) * unit, err
}

// intersect returns the members of a that are in b, in a's order.
func intersect(a, b []int) []int {
	in := make(map[int]bool, len(b))
	for _, x := range b {
		in[x] = true
	}
	var both []int
	for _, x := range a {
		if in[x] {
			both = append(both, x)
		}
	}
	return both
}
