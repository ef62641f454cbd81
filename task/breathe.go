package task

import (
	"runtime"

	"heddle/internal/cpu"
)

// breathNs is after how long a carrier breathes: half of the 10 ms after which the Go scheduler
// preempts a goroutine.
const breathNs = 5_000_000

// breathe yields, where a carrier that is tied to a processor has not done so for a while, with
// its thread untied. Otherwise the Go scheduler preempts it; and a goroutine that is tied to its
// thread goes on only when another thread has handed its processor back, which first has to wait
// for a turn among pinned threads that compute: 4 ms each time, in which the rest of a team
// waits. Cost: a look at the clock, and some 2 us every 5 ms.
func (c *carrier) breathe() {
	if c.pinned != 0 {
		c.breatheAt(clock())
	}
}

// breatheAt is breathe, of a carrier that is tied, where the clock has been read.
func (c *carrier) breatheAt(now int64) {
	if now-c.breath < breathNs {
		return
	}
	c.breath = now
	_ = c.before.Restore()
	runtime.UnlockOSThread()
	runtime.Gosched()
	runtime.LockOSThread()
	if c.guest {
		_ = c.before.Save() // it may be another thread
	}
	_ = cpu.Pin(c.pinned - 1)
}

// A breather finds out between how many tasks a carrier is to think of breathing: a look at the
// clock is much for a short one.
type breather struct {
	left, stride uint32 // tasks until the next look, and from the last one
	last         int64  // clock at the last look
}

// breatheBetween is breathe, of a carrier that is tied, between two tasks.
func (c *carrier) breatheBetween() {
	b := &c.breather
	if b.left > 1 {
		b.left--
		return
	}
	now := clock()
	switch since := now - b.last; {
	case since > breathNs/2:
		b.stride = 1
	case since < breathNs/8:
		b.stride = min(2*b.stride+1, 1<<10)
	}
	b.left, b.last = b.stride, now
	c.breatheAt(now)
}
