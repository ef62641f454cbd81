package cpu

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
)

// A CPU is a hardware thread that this process may use.
type CPU struct {
	ID      int // the operating system's number
	Core    int // physical core, numbered densely from 0 in order of first ID
	Thread  int // 0 for the first allowed hardware thread of its core, 1 for the next
	Package int // socket
	Node    int // NUMA node, the operating system's number
	LLC     int // lowest CPU ID that shares its last-level cache, itself if unknown
}

// A Cache holds data, or data and instructions, close to some CPUs.
type Cache struct {
	Level int
	Size  int   // bytes
	Line  int   // bytes, 0 if unknown
	CPUs  []int // the allowed CPUs that share it, ascending
}

// A Topology is what of a machine this process may use: CPUs that are online, in its
// affinity mask and in its control group's set. It must not be changed.
type Topology struct {
	Model  string // the processor's name, "" if unknown
	CPUs   []CPU  // ascending ID, at least one
	Caches []Cache
}

// Machine returns the topology of this machine as it was when first asked, before any Pin.
// Where the operating system does not tell, it is runtime.NumCPU cores on one node.
var Machine = sync.OnceValue(func() *Topology {
	if t, err := detect(); err == nil {
		return t
	}
	return flat(runtime.NumCPU())
})

// flat returns n cores that share nothing known.
func flat(n int) *Topology {
	t := &Topology{}
	for i := range n {
		t.CPUs = append(t.CPUs, CPU{ID: i, Core: i, LLC: i})
	}
	return t
}

// Cores returns the number of physical cores of which at least one thread may be used.
func (t *Topology) Cores() int { return distinct(t.CPUs, func(c CPU) int { return c.Core }) }

// Packages returns the number of sockets in use.
func (t *Topology) Packages() int { return distinct(t.CPUs, func(c CPU) int { return c.Package }) }

// Nodes returns the numbers of the NUMA nodes in use, ascending.
func (t *Topology) Nodes() []int {
	var ids []int
	for _, c := range t.CPUs {
		ids = append(ids, c.Node)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// OnNode returns the IDs of the CPUs of one NUMA node, in the order of Close: first one
// thread of each core. It is empty for a node that is not in use, or has memory only.
func (t *Topology) OnNode(node int) []int {
	at := make(map[int]int, len(t.CPUs))
	for _, c := range t.CPUs {
		at[c.ID] = c.Node
	}
	return slices.DeleteFunc(t.Close(), func(id int) bool { return at[id] != node })
}

// CacheSize returns the size in bytes of the smallest cache of a level, 0 if there is none
// or it is not known. It is the size of one cache, however many CPUs share it.
func (t *Topology) CacheSize(level int) int {
	size := 0
	for _, c := range t.Caches {
		if c.Level == level && (size == 0 || c.Size < size) {
			size = c.Size
		}
	}
	return size
}

// Close returns the CPU IDs in the order in which to fill them so that neighbours share as
// much as possible: node by node, cache by cache, core by core. All cores come before any
// second thread of a core.
func (t *Topology) Close() []int {
	cpus := slices.Clone(t.CPUs)
	slices.SortStableFunc(cpus, func(a, b CPU) int {
		return cmp.Or(
			cmp.Compare(a.Thread, b.Thread),
			cmp.Compare(a.Node, b.Node),
			cmp.Compare(a.LLC, b.LLC),
			cmp.Compare(a.Core, b.Core),
		)
	})
	return ids(cpus)
}

// Spread returns the CPU IDs in the order in which to fill them so that neighbours share as
// little as possible: each next one goes to the next node, within a node to the next
// last-level cache, within that to the next core. All cores come before any second thread
// of a core.
func (t *Topology) Spread() []int {
	cpus := slices.Clone(t.CPUs)
	slices.SortStableFunc(cpus, func(a, b CPU) int {
		return cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.Core, b.Core))
	})
	// Deal each level's groups out in turn: first the caches within nodes, then the nodes.
	turn := make(map[CPU]int)
	count := make(map[CPU]int)
	deal := func(group func(CPU) CPU) {
		clear(count)
		for _, c := range cpus {
			g := group(c)
			turn[c] = count[g]
			count[g]++
		}
		slices.SortStableFunc(cpus, func(a, b CPU) int {
			return cmp.Or(
				cmp.Compare(a.Thread, b.Thread),
				cmp.Compare(turn[a], turn[b]),
			)
		})
	}
	deal(func(c CPU) CPU { return CPU{Thread: c.Thread, Node: c.Node, LLC: c.LLC} })
	deal(func(c CPU) CPU { return CPU{Thread: c.Thread, Node: c.Node} })
	return ids(cpus)
}

func ids(cpus []CPU) []int {
	v := make([]int, len(cpus))
	for i, c := range cpus {
		v[i] = c.ID
	}
	return v
}

func distinct(cpus []CPU, key func(CPU) int) int {
	seen := make(map[int]bool)
	for _, c := range cpus {
		seen[key(c)] = true
	}
	return len(seen)
}
