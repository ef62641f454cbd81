package dense

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// group names the files of one version of control groups.
type group struct{ limit, used, stat string }

var groups = []group{
	{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat"},
	{"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes", "/sys/fs/cgroup/memory/memory.stat"},
}

// freeMemory returns the bytes that this process may still take: MemAvailable of /proc/meminfo,
// or what is left under the limit of its control group or under its own if that is less.
func freeMemory() (uint64, bool) {
	free, known := memAvailable(readFile("/proc/meminfo"))
	atMost := func(left uint64, ok bool) {
		if ok && (!known || left < free) {
			free, known = left, true
		}
	}
	for _, g := range groups {
		atMost(underLimit(readFile(g.limit), readFile(g.used), readFile(g.stat)))
	}
	for _, own := range []struct {
		resource int
		name     string // of what counts against it
	}{{syscall.RLIMIT_AS, "VmSize:"}, {syscall.RLIMIT_DATA, "VmData:"}} {
		var limit syscall.Rlimit
		if syscall.Getrlimit(own.resource, &limit) == nil && limit.Cur < 1<<60 {
			atMost(underUlimit(limit.Cur, readFile("/proc/self/status"), own.name))
		}
	}
	return free, known
}

// underUlimit returns what a limit on the address space leaves. A part is set aside, since Go takes
// address space in arenas of 64 MiB and for its own books.
func underUlimit(limit uint64, status []byte, name string) (uint64, bool) {
	kb, ok := field(status, name)
	left := limit - min(limit, kb<<10)
	return left - min(left, left/16+128<<20), ok
}

// readFile returns the content of a file, or nothing.
func readFile(name string) []byte {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return b
}

// memAvailable finds the line "MemAvailable:  123 kB".
func memAvailable(meminfo []byte) (uint64, bool) {
	kb, ok := field(meminfo, "MemAvailable:")
	return kb << 10, ok
}

// underLimit returns limit - used, where pages of files do not count as used: they can be
// dropped. "max", and version 1's number near 2^63, are no limit.
func underLimit(limit, used, stat []byte) (uint64, bool) {
	l, err := strconv.ParseUint(string(bytes.TrimSpace(limit)), 10, 64)
	if err != nil || l > 1<<60 {
		return 0, false
	}
	u, err := strconv.ParseUint(string(bytes.TrimSpace(used)), 10, 64)
	if err != nil {
		return 0, false
	}
	for _, name := range []string{"inactive_file", "active_file"} {
		n, _ := field(stat, name)
		u -= min(u, n)
	}
	return l - min(l, u), true
}

// field returns the number after name in a file of lines "name number ...".
func field(file []byte, name string) (uint64, bool) {
	for line := range bytes.Lines(file) {
		f := bytes.Fields(line)
		if len(f) >= 2 && string(f[0]) == name {
			n, err := strconv.ParseUint(string(f[1]), 10, 54)
			return n, err == nil
		}
	}
	return 0, false
}
