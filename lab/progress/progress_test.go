package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestLinesAreRare(t *testing.T) {
	var b bytes.Buffer
	clock := time.Unix(0, 0)
	p := &lines{w: &b, now: func() time.Time { return clock }}
	p.Begin("measuring", 10)
	for range 10 {
		clock = clock.Add(time.Second)
		p.Step("task-async")
	}
	p.Remark("gonum is slow")
	p.End()
	want := "measuring: 4 of 10, next task-async\nmeasuring: 9 of 10, next task-async\ngonum is slow\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestNewDrawsNoBarInAFile(t *testing.T) {
	var b bytes.Buffer
	p := New(&b)
	p.Begin("measuring", 2)
	p.Step("a")
	p.Step("b")
	p.Remark("said")
	p.End()
	if b.String() != "said\n" {
		t.Errorf("%q: want plain lines", b.String())
	}
}

// The bar must end whether or not its steps were made, and take remarks before, between and
// after series.
func TestBarEnds(t *testing.T) {
	var b bytes.Buffer
	p := Bar(&b)
	p.Remark("before")
	for _, steps := range []int{0, 1, 3} {
		p.Begin("measuring", 3)
		for range steps {
			p.Step("task-sync")
		}
		p.Remark("between")
		p.End()
		p.End()
	}
	p.Begin("measuring", 3)
	p.Step("x")
	p.Begin("another", 1)
	p.Step("y")
	p.End()
	p.Step("late")
	p.Remark("after")
	for _, word := range []string{"before", "between", "after"} {
		if !strings.Contains(b.String(), word) {
			t.Errorf("no remark %q in %q", word, b.String())
		}
	}
}
