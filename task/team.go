package task

import (
	"sync/atomic"

	"heddle/internal/park"
)

// Team runs f on n members at once and returns when all have returned. The caller is
// member 0. The members may wait for each other: each has a goroutine of its own that
// runs, so Barrier, channels and the like work between them.
//
// Members are first of all workers that have no work. Where there are not enough, because
// they are busy or because n > Workers(), the others are further goroutines of the
// runtime, which it keeps for the next time: Team never waits for a worker, and so may be
// called from tasks, from members, and from many goroutines at once without deadlock. Such
// members come on top of Workers() and share the processors with it. For speed, use a team
// of at most Workers() on a runtime that has nothing else to do.
//
// A panic in a member frees the others from the barrier, and then panics here with a
// *[PanicError], that of the lowest rank. A member that returns while others wait in
// Barrier is such an error too.
//
// Team panics if n < 1. Cost: about 3 us if the workers have just been in use, 20 to 40 us
// if they must be woken.
func (rt *Runtime) Team(n int, f func(*Member)) {
	if n < 1 {
		panic("task: Team: n < 1")
	}
	t := &team{rt: rt, size: n, f: f, member: make([]Member, n), seats: make(ranks, n), barrier: newBarrier(n)}
	for i := range t.member {
		t.member[i].team, t.member[i].rank = t, i
	}
	t.seats[0].Store(true)
	t.join.active.Store(int32(n - 1))
	c, leave := rt.attend()
	defer leave()
	t.gather(c)
	defer t.panic.rethrow()
	defer t.join.wait(rt)
	t.run(0, false)
}

// team is what the members share.
type team struct {
	rt      *Runtime
	size    int
	f       func(*Member)
	member  []Member
	barrier *barrier
	seats   ranks // taken by those who become members
	// singles counts the Singles that have been taken: a member's k-th is to be taken
	// as long as it is k. The barrier in Single orders the rest.
	singles atomic.Int64
	join    join // of all but the caller
	panic   firstPanic
	arrived atomic.Int32 // workers that have become members: a count only, no data passes
}

// For how many Relax the caller waits for workers: about a millisecond. One that is woken is there
// after some 50 us, but where the system takes longer, so it does with another goroutine in its
// place, whose thread may also come to run where the caller's does, while the worker's processor
// is idle: waiting for 100 us only, that was so in a third of the teams on a machine with
// neighbours. And for how many if none has been free for as long, in case one is between two
// states, or has just ended with the last team.
const (
	gatherSpins   = 20_000
	gatherAtLeast = 50
)

// gather finds members for all ranks but 0.
func (t *team) gather(c *carrier) {
	if t.size == 1 {
		return
	}
	most := int32(min(t.size, t.rt.Workers()) - 1)
	inv := t.rt.invite(c, t.size-1, t)
	for i, none := 0, 0; i < gatherSpins && t.arrived.Load() < most; i++ {
		if t.rt.free() > 0 {
			none = 0
		} else if none++; none > gatherAtLeast {
			break
		}
		park.Relax()
	}
	t.rt.withdraw(inv)
	for {
		rank, ok := t.seats.take(0)
		if !ok {
			return
		}
		t.rt.spare(func() { t.runOther(rank) })
	}
}

// help makes worker number id a member, unless the team is complete.
func (t *team) help(id int) {
	if rank, ok := t.seats.take(id); ok {
		t.arrived.Add(1)
		t.runOther(rank)
	}
}

func (t *team) runOther(rank int) {
	defer t.join.leave()
	t.run(rank, true)
}

// run is the life of a member. A Goexit goes on; in others than the caller it counts as a
// panic.
func (t *team) run(rank int, other bool) {
	done := false
	defer func() {
		if !done {
			t.broken(rank, recover(), other)
		} else if t.barrier.leave() {
			t.missing()
			t.barrier.fail()
		}
	}()
	t.f(&t.member[rank])
	done = true
}

// broken frees the others from the barrier after member rank has thrown v.
func (t *team) broken(rank int, v any, other bool) {
	if v == nil && other {
		v = ErrGoexit
	}
	if _, ok := v.(disbanded); !ok && v != nil {
		t.panic.add(uint64(rank), asPanicError(v))
	}
	t.barrier.fail()
}

// missing keeps, behind all panics of members, that one has returned too early.
func (t *team) missing() {
	t.panic.add(lastPlace, asPanicError("task: Team: a member returned while others wait in Barrier"))
}

// disbanded is what unwinds a member that waits for one that will not come.
type disbanded struct{}

func (disbanded) Error() string { return "task: Team: another member has panicked or returned" }
