package task

import (
	"os"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"heddle/internal/cpu"
)

// nodesOf asks the system on which node each whole page of x lies; a negative number says that
// nobody has touched it.
func nodesOf(t *testing.T, x []float64) []int32 {
	page := os.Getpagesize()
	first := uintptr(unsafe.Pointer(unsafe.SliceData(x)))
	var pages []uintptr
	for a := (first + uintptr(page) - 1) &^ (uintptr(page) - 1); a+uintptr(page) <= first+uintptr(len(x))*8; a += uintptr(page) {
		pages = append(pages, a)
	}
	status := make([]int32, len(pages))
	_, _, e := unix.Syscall6(unix.SYS_MOVE_PAGES, 0, uintptr(len(pages)), uintptr(unsafe.Pointer(&pages[0])), 0,
		uintptr(unsafe.Pointer(&status[0])), 0)
	if e != 0 {
		t.Skipf("this system does not tell where pages are: %v", e)
	}
	return status
}

// TestPagesGoWhereTheyAreTouched: dropped pages are nowhere, and after Settle each part's lie
// on its worker's node.
func TestPagesGoWhereTheyAreTouched(t *testing.T) {
	at := make(map[int]int)
	for _, c := range cpu.Machine().CPUs {
		at[c.ID] = c.Node
	}
	rt := New(Config{Workers: len(Nodes()), Pin: PinSpread})
	defer rt.Close()
	for _, r := range append(rt.Arenas(), rt) {
		x := make([]float64, r.Workers()<<20)
		for i := range x {
			x[i] = 1
		}
		dropPages(uintptr(unsafe.Pointer(unsafe.SliceData(x))), uintptr(len(x))*8)
		for i, node := range nodesOf(t, x) {
			if node != -int32(unix.ENOENT) {
				t.Fatalf("page %d of those dropped is at %d", i, node)
			}
		}
		Settle(r, x)
		cpus, status := r.CPUs(), nodesOf(t, x)
		part := len(x) * 8 / os.Getpagesize() / len(cpus)
		for i, node := range status {
			mine, next := at[cpus[i/part]], at[cpus[min(i+hugePages, len(status)-1)/part]]
			if i >= hugePages && at[cpus[(i-hugePages)/part]] == mine && next == mine && int(node) != mine {
				t.Fatalf("%d workers: page %d of %d lies on node %d, want %d", len(cpus), i, len(status), node, mine)
			}
			if node < 0 {
				t.Fatalf("page %d of %d has not been touched", i, len(status))
			}
		}
	}
}

// hugePages is how many small pages a huge one may have: near the end of a part it lies with
// either.
const hugePages = 512
