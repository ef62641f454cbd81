package cpu

import (
	"fmt"
	"math/bits"

	"golang.org/x/sys/unix"
)

// Pin restricts the calling thread to one CPU; see Confine.
func Pin(cpu int) error { return Confine(cpu) }

// Confine restricts the calling thread to a set of CPUs. The goroutine must have called
// runtime.LockOSThread, else it moves on and leaves a confined thread behind. Threads that
// Go starts later do not inherit the restriction, since it starts them from another one.
func Confine(cpus ...int) error {
	Machine() // remember what was allowed before the first restriction
	if err := setAffinity(cpus); err != nil {
		return fmt.Errorf("cpu: cannot confine a thread to CPUs %v: %w", cpus, err)
	}
	return nil
}

// A Mask remembers where a thread was allowed to run. Its zero value remembers nothing.
type Mask struct{ set unix.CPUSetDynamic }

// Save remembers where the calling thread may run now.
func (m *Mask) Save() (err error) {
	if m.set, err = getAffinity(m.set); err != nil {
		return fmt.Errorf("cpu: cannot read where the thread may run: %w", err)
	}
	return nil
}

// Restore lets the calling thread run where the one that called Save could, or on all CPUs
// of Machine where Save failed.
func (m *Mask) Restore() error {
	if m.set == nil {
		return Confine(ids(Machine().CPUs)...)
	}
	if err := unix.SchedSetaffinityDynamic(0, m.set); err != nil {
		return fmt.Errorf("cpu: cannot restore where the thread may run: %w", err)
	}
	return nil
}

// affinity returns the CPUs on which the calling thread may run, ascending.
func affinity() ([]int, error) {
	set, err := getAffinity(nil)
	var cpus []int
	for i := range len(set) * bits.UintSize {
		if set.IsSet(i) {
			cpus = append(cpus, i)
		}
	}
	return cpus, err
}

// getAffinity returns the mask of the calling thread, in the storage of set if that is long
// enough, and nil if it fails.
func getAffinity(set unix.CPUSetDynamic) (unix.CPUSetDynamic, error) {
	if set == nil {
		set = unix.NewCPUSet(1 << 10)
	}
	// The kernel refuses a mask shorter than its own, whose length it does not tell.
	for {
		err := unix.SchedGetaffinityDynamic(0, set)
		if err == nil {
			return set, nil
		}
		n := 2 * len(set) * bits.UintSize
		if err != unix.EINVAL || n > 1<<16 {
			return nil, err
		}
		set = unix.NewCPUSet(n)
	}
}

func setAffinity(cpus []int) error {
	most := 0
	for _, c := range cpus {
		if c < 0 {
			return unix.EINVAL
		}
		most = max(most, c)
	}
	set := unix.NewCPUSet(most + 1)
	for _, c := range cpus {
		set.Set(c)
	}
	return unix.SchedSetaffinityDynamic(0, set)
}
