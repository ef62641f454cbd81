package gid

import (
	"sync"
	"testing"
)

// Every live goroutine has its own ID, and keeps it while its stack grows and moves.
func TestID(t *testing.T) {
	const n = 100
	var mu sync.Mutex
	seen := map[uintptr]bool{}
	hold := make(chan struct{})
	var ready, done sync.WaitGroup
	for range n {
		ready.Add(1)
		done.Go(func() {
			id := ID()
			deep(1000)
			if ID() != id {
				t.Error("ID changed when the stack moved")
			}
			mu.Lock()
			seen[id] = true
			mu.Unlock()
			ready.Done()
			<-hold
		})
	}
	ready.Wait()
	if len(seen) != n {
		t.Errorf("%d goroutines alive have %d IDs", n, len(seen))
	}
	close(hold)
	done.Wait()
}

//go:noinline
func deep(n int) byte {
	var pad [512]byte
	if n == 0 {
		return pad[0]
	}
	pad[n&511] = deep(n - 1)
	return pad[n&511]
}
