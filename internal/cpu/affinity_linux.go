package cpu

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Pin restricts the calling thread to one CPU. The goroutine must have called
// runtime.LockOSThread, else it moves on and leaves a pinned thread behind. Threads that
// Go starts later do not inherit the restriction, since it starts them from another one.
func Pin(cpu int) error {
	Machine() // remember what was allowed before the first Pin
	if err := setAffinity([]int{cpu}); err != nil {
		return fmt.Errorf("cpu: cannot pin to CPU %d: %w", cpu, err)
	}
	return nil
}

// Unpin lets the calling thread use all CPUs of Machine again.
func Unpin() error {
	if err := setAffinity(ids(Machine().CPUs)); err != nil {
		return fmt.Errorf("cpu: cannot unpin: %w", err)
	}
	return nil
}

// affinity returns the CPUs on which the calling thread may run, ascending.
func affinity() ([]int, error) {
	// The kernel refuses a mask shorter than its own, whose length it does not tell.
	for n := 1 << 10; ; n *= 2 {
		set := unix.NewCPUSet(n)
		err := unix.SchedGetaffinityDynamic(0, set)
		if err == unix.EINVAL && n < 1<<16 {
			continue
		}
		if err != nil {
			return nil, err
		}
		var cpus []int
		for i := range n {
			if set.IsSet(i) {
				cpus = append(cpus, i)
			}
		}
		return cpus, nil
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
