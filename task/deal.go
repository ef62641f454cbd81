package task

import "sync/atomic"

// newDealer deals out [from, n) to workers participants. rank is the rank of the
// participant that begins.
func newDealer(sched Schedule, from, n, pace uint64, workers int) (d dealer, rank int) {
	w := uint64(workers)
	if sched.kind != static {
		g := &greedy{n: n, unit: sched.unit(), workers: w, guided: sched.kind == guided}
		g.at.Store(from)
		return g, 0
	}
	size := uint64(sched.chunk)
	if size == 0 {
		size = (n-1)/w + 1
	} else if short := sharePiece * paceUnit / pace / size; short > 1 {
		size = saturatingMul(size, short)
	}
	f := &fixed{from: from, n: n, size: size, chunks: (n-1)/size + 1, rank: make([]cursor, workers), own: make(ranks, workers)}
	first := from / size
	for i := range f.rank {
		// The first chunk from `first` on that belongs to rank i.
		k := first + (uint64(i)+w-first%w)%w
		f.rank[i].at.Store(k)
	}
	rank = int(first % w)
	f.own[rank].Store(true)
	return f, rank
}

// greedy deals ranges in order from one cursor.
type greedy struct {
	n, unit, workers uint64
	guided           bool
	_                [line]byte
	at               atomic.Uint64 // the next iteration; moved by CAS, which claims a range
	_                [line - 8]byte
}

func (g *greedy) seat(int) int { return 0 }

func (g *greedy) next(_ int, want uint64) (lo, hi uint64) {
	for {
		lo = g.at.Load()
		if lo >= g.n {
			return 0, 0
		}
		rest := g.n - lo
		// Half of a fair share keeps the end even, whatever comes.
		fair := rest / (2 * g.workers)
		k := min(want, fair)
		if g.guided {
			k = fair
		}
		k = max(g.unit, k/g.unit*g.unit)
		hi = lo + min(k, rest)
		if g.at.CompareAndSwap(lo, hi) {
			return lo, hi
		}
	}
}

// fixed deals chunk k to rank k mod len(rank), and to others what is left of it.
type fixed struct {
	from, n, size, chunks uint64
	rank                  []cursor
	own                   ranks // which participants have chosen as theirs
}

type cursor struct {
	at atomic.Uint64 // the rank's next chunk; the Add that moves it claims a chunk
	_  [line - 8]byte
}

func (f *fixed) seat(id int) int {
	rank, ok := f.own.take(id)
	if !ok {
		return id % len(f.own)
	}
	return rank
}

func (f *fixed) next(rank int, _ uint64) (lo, hi uint64) {
	w := len(f.rank)
	for i := range w {
		r := &f.rank[(rank+i)%w]
		if r.at.Load() >= f.chunks {
			continue
		}
		// Past the end nobody adds again, so the cursor cannot wrap.
		if k := r.at.Add(uint64(w)) - uint64(w); k < f.chunks {
			lo = max(f.from, k*f.size)
			return lo, k*f.size + min(f.size, f.n-k*f.size)
		}
	}
	return 0, 0
}
