package task

import (
	"fmt"
	"slices"

	"heddle/internal/cpu"
)

// A Node is a group of processors that are equally close to the same memory: a NUMA node.
type Node struct {
	// ID is the operating system's number. Nodes may be numbered with gaps.
	ID int
	// CPUs are the processors of the node that this process may use, at least one, by the
	// operating system's numbers: first one hardware thread of each core, neighbours next to
	// each other, then the second threads.
	CPUs []int
}

// Nodes returns the nodes of this machine on which the process may use a processor, by
// ascending ID: those that are online, in its affinity mask and in its control group's set,
// as it was when first asked. Nodes that have only memory are left out. Where the system does
// not tell (Linux does, in /sys/devices/system) it is one node with all processors. Cost: a
// millisecond at first, then some microseconds.
func Nodes() []Node { return Config{}.nodes() }

// nodes returns those of the machine, restricted to c.CPUs if there are any.
func (c Config) nodes() []Node {
	t := c.topology()
	var all []Node
	for _, id := range t.Nodes() {
		if cpus := c.usable(t.OnNode(id)); len(cpus) > 0 {
			all = append(all, Node{ID: id, CPUs: cpus})
		}
	}
	return all
}

// topology returns the machine, read only when asked for.
func (c Config) topology() *cpu.Topology {
	if c.machine != nil {
		return c.machine
	}
	return cpu.Machine()
}

// usable removes from order what is not in c.CPUs, if there are any.
func (c Config) usable(order []int) []int {
	if len(c.CPUs) == 0 {
		return order
	}
	return slices.DeleteFunc(order, func(id int) bool { return !slices.Contains(c.CPUs, id) })
}

// checkCPUs panics if c.CPUs names a processor twice, or one that the process may not use.
func (c Config) checkCPUs() {
	if len(c.CPUs) == 0 {
		return
	}
	seen := make(map[int]bool, len(c.CPUs))
	have := c.topology().Close()
	for _, id := range c.CPUs {
		if seen[id] {
			panic(fmt.Sprintf("task: Config.CPUs: processor %d is named twice", id))
		}
		seen[id] = true
		if !slices.Contains(have, id) {
			slices.Sort(have)
			panic(fmt.Sprintf("task: Config.CPUs: processor %d is none of %v, which this process may use", id, have))
		}
	}
}

// cpus returns the processor of each worker, nil if they are not pinned.
func (c Config) cpus() []int {
	var order []int
	switch c.Pin {
	case PinClose:
		order = c.usable(c.topology().Close())
	case PinSpread:
		order = c.usable(c.topology().Spread())
	default:
		order = c.CPUs
	}
	if len(order) == 0 {
		return nil
	}
	of := make([]int, c.Workers)
	for i := range of {
		of[i] = order[i%len(order)]
	}
	return of
}
