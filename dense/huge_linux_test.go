package dense

import (
	"os"
	"strings"
	"testing"
)

// Large slices come on 2 MiB pages where the system gives them when asked or always.
func TestLargeSlicesPreferHugePages(t *testing.T) {
	mode := string(readFile("/sys/kernel/mm/transparent_hugepage/enabled"))
	if !strings.Contains(mode, "[madvise]") && !strings.Contains(mode, "[always]") {
		t.Skipf("the system has no transparent huge pages: %q", mode)
	}
	s := Aligned[float64](4 * hugePage)
	for i := range s {
		s[i] = 1
	}
	status, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		t.Skip(err)
	}
	huge, ok := field(status, "AnonHugePages:")
	if !ok {
		t.Skip("the system does not count huge pages")
	}
	if huge == 0 {
		t.Errorf("none of %d kB is on huge pages", len(s)*8>>10)
	}
	if s[len(s)-1] != 1 {
		t.Error("advice changed the content")
	}
}
