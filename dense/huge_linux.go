package dense

import (
	"math"
	"slices"
	"strings"
	"sync"
	"syscall"
	"unsafe"
)

const (
	leastPage = 4096 // of any system
	hugePage  = 1 << 21
	worthHuge = 1 << 20 // bytes from which a slice is worth system calls of some microseconds
	hugeMode  = "/sys/kernel/mm/transparent_hugepage/enabled"
)

// hugePages tells whether the system gives pages of 2 MiB to who asks, or to all.
var hugePages = sync.OnceValue(func() bool {
	mode := string(readFile(hugeMode))
	return mode != "" && !strings.Contains(mode, "[never]") && forgets()
})

// forgets tells whether memory that is given back becomes zero: emulators have said so, and left it.
func forgets() bool {
	page, err := syscall.Mmap(-1, 0, syscall.Getpagesize(), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return false
	}
	defer func() { _ = syscall.Munmap(page) }()
	page[0] = 1
	return syscall.Madvise(page, syscall.MADV_DONTNEED) == nil && page[0] == 0
}

// zeros returns n zero elements, large slices on pages of 2 MiB. A product of order 1024 gains 3 % on
// Emerald Rapids: with pages of 4 KiB every row of a block of columns is on a page of its own, and
// there are more of them than translations that the core keeps. First use is quicker too, one fault
// for 512. It is advice: a system that does not follow it changes nothing.
//
// The advice has to come before anybody touches the memory. But make clears, and so touches, what
// other things may have been in before: nearly all of a heap that has been larger. So the memory
// comes from a strings.Builder, which does not clear. Large pages that are there are cleared here;
// the rest is given back to the system, and becomes zero, on large pages, with the first use.
func zeros[T Float](n int) []T {
	each := elemSize[T]()
	if n < 0 || n > math.MaxInt/each || n*each < worthHuge || !hugePages() {
		return make([]T, n)
	}
	var b strings.Builder
	b.Grow(n * each)
	b.WriteByte(0)
	s := unsafe.Slice((*T)(unsafe.Pointer(unsafe.StringData(b.String()))), n)
	from := uintptr(unsafe.Pointer(&s[0]))
	to := from + uintptr(n*each)
	// The whole pages around get the advice too: a matrix of order 512 fills only one.
	_ = advise(down(from), up(to), syscall.MADV_HUGEPAGE)
	if up(from)+hugePage > to { // none is ours alone
		clear(s)
		return s
	}
	pages := openPages()
	defer pages.close()
	rest := s
	for at := up(from); at+hugePage <= to; at += hugePage {
		before := int(at-uintptr(unsafe.Pointer(&rest[0]))) / each
		clear(rest[:before])
		page := rest[before : before+hugePage/each]
		if pages.large(at) || advise(at, at+hugePage, syscall.MADV_DONTNEED) != 0 {
			clear(page)
		}
		rest = rest[before+len(page):]
	}
	clear(rest)
	return s
}

// pages knows how the memory of this process is mapped.
type pages struct {
	file  int // less than 0 if there is none
	scan  pageScan
	found struct{ from, to, kinds uint64 }
}

// A pageScan is what PAGEMAP_SCAN takes (linux/fs.h, since Linux 6.7).
type pageScan struct {
	size, flags, from, to, walked, found, room, most uint64
	inverted, all, any, wanted                       uint64 // kinds of pages
}

const (
	pagemapScan = 0xc0606610
	isHuge      = 1 << 6
)

// somePages are on the heap: stacks move, and the system writes to where found was.
var somePages = sync.Pool{New: func() any { return new(pages) }}

func openPages() *pages {
	p := somePages.Get().(*pages)
	file, err := syscall.Open("/proc/self/pagemap", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		file = -1
	}
	p.file = file
	return p
}

func (p *pages) close() {
	if p.file >= 0 {
		_ = syscall.Close(p.file)
	}
	somePages.Put(p)
}

// large tells whether a page of 2 MiB is at that address. Where the system does not say, what is in
// memory passes for one: on such systems, small pages do not become large ones by being given back.
func (p *pages) large(at uintptr) bool {
	p.scan = pageScan{size: uint64(unsafe.Sizeof(p.scan)), from: uint64(at), to: uint64(at + hugePage),
		found: uint64(uintptr(unsafe.Pointer(&p.found))), room: 1, all: isHuge, wanted: isHuge}
	n, _, e := syscall.Syscall(syscall.SYS_IOCTL, uintptr(p.file), pagemapScan, uintptr(unsafe.Pointer(&p.scan)))
	if e != 0 {
		return present(at)
	}
	return n == 1 && p.found.to-p.found.from == hugePage
}

// present tells whether all of a large page is in memory.
func present(at uintptr) bool {
	var each [hugePage / leastPage]byte
	_, _, e := syscall.Syscall(syscall.SYS_MINCORE, at, hugePage, uintptr(unsafe.Pointer(&each[0])))
	return e == 0 && !slices.ContainsFunc(each[:hugePage/syscall.Getpagesize()], func(b byte) bool { return b&1 == 0 })
}

func down(at uintptr) uintptr { return at &^ (hugePage - 1) }
func up(at uintptr) uintptr   { return down(at + hugePage - 1) }

func advise(from, to, advice uintptr) syscall.Errno {
	_, _, e := syscall.Syscall(syscall.SYS_MADVISE, from, to-from, advice)
	return e
}
