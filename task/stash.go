package task

// A stash holds a seat's ready tasks that nobody else needs to see: a growing ring without
// any atomic operation, open at both ends. It belongs to the holder of the seat.
type stash struct {
	ring     []*slot // the length is 0 or a power of two
	old, new uint32  // the oldest, and one past the newest
}

func (q *stash) len() int { return int(q.new - q.old) }

func (q *stash) put(t *slot) {
	if q.len() == len(q.ring) {
		q.grow()
	}
	q.ring[q.new&uint32(len(q.ring)-1)] = t
	q.new++
}

func (q *stash) grow() {
	r := make([]*slot, max(64, 2*len(q.ring)))
	for i := q.old; i != q.new; i++ {
		r[i&uint32(len(r)-1)] = q.ring[i&uint32(len(q.ring)-1)]
	}
	q.ring = r
}

// newest removes the task put last; nil if there is none.
func (q *stash) newest() *slot {
	if q.old == q.new {
		return nil
	}
	q.new--
	return q.ring[q.new&uint32(len(q.ring)-1)]
}

// oldest removes the task put first; nil if there is none.
func (q *stash) oldest() *slot {
	if q.old == q.new {
		return nil
	}
	q.old++
	return q.ring[(q.old-1)&uint32(len(q.ring)-1)]
}
