package shut

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// The word of an open channel is 0, through a collection and while others wait for it, and
// that of a closed one is not.
func TestWord(t *testing.T) {
	parent, stop := context.WithCancel(context.Background())
	child, quit := context.WithTimeout(parent, time.Hour)
	defer quit()
	buffered := make(chan struct{}, 3)
	buffered <- struct{}{}
	for name, c := range map[string]struct {
		ch  <-chan struct{}
		end func()
	}{
		"buffered": {buffered, func() { close(buffered) }},
		"context":  {child.Done(), stop},
	} {
		w := Word(c.ch)
		if w == Unknown() {
			t.Log(name, "is not known")
			c.end()
			continue
		}
		woken := make(chan bool)
		if name == "context" {
			for range 2 {
				go func() {
					<-c.ch
					woken <- true
				}()
			}
		} else {
			go func() { woken <- true; woken <- true }()
		}
		for range 3 {
			runtime.Gosched()
			runtime.GC()
			if atomic.LoadUint32(w) != 0 {
				t.Fatal(name, "is open, its word is not 0")
			}
		}
		c.end()
		if atomic.LoadUint32(w) == 0 {
			t.Error(name, "is closed, its word is 0")
		}
		<-woken
		<-woken
	}
}

// A context of nobody's can never be cancelled.
func TestOpen(t *testing.T) {
	if w := Word(context.Background().Done()); w != Open() || *w != 0 {
		t.Error("no channel, but the word is not that of one that stays open")
	}
	if *Unknown() == 0 {
		t.Error("the word that says nothing is 0")
	}
}

// This version of Go keeps its channels as find expects.
func TestFound(t *testing.T) {
	if Word(make(chan struct{})) == Unknown() && !pure {
		t.Error("the word that says that a channel is closed was not found")
	}
}
