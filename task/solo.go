package task

import "math/bits"

// How a loop decides whether to share, in nanoseconds. Waking a parked worker costs the
// caller 7 us and the worker arrives after 20; one that still spins sees an invitation
// within 0.3 us (measured on two cores of an Emerald Rapids machine, and before on Zen 5).
const (
	worthAwake  = 4_000   // what must be left if a worker is looking for work
	worthParked = 40_000  // what must be left if all that are idle sleep
	soloPiece   = 4_000   // how much runs between two looks at first
	soloMost    = 100_000 // and at most, where nobody was idle
)

// A solo is a loop over [0, n) as its caller runs it at first: alone and in order, without
// an atomic operation, looking at the clock now and then.
type solo struct {
	rt   *Runtime
	n    uint64
	unit uint64 // what may not be cut
	code uintptr
	pace uint64 // of an iteration, 0 if unknown
}

func (rt *Runtime) solo(n, unit uint64, code uintptr) solo {
	return solo{rt: rt, n: n, unit: unit, code: code, pace: rt.paces.get(code)}
}

// worth reports whether rest iterations are worth sharing now.
func (s *solo) worth(rest uint64) bool {
	if rest <= s.unit || s.pace == 0 || !s.rt.hungry() || s.rt.nclaims.Load() > 0 {
		return false
	}
	threshold := uint64(worthParked)
	if s.rt.searching.Load() > 0 {
		threshold = worthAwake
	}
	return saturatingMul(rest, s.pace)/paceUnit >= threshold
}

// run calls body for consecutive ranges from 0 on until all is done or what is left is
// worth sharing. It returns how far it came.
func (s *solo) run(body func(lo, hi uint64)) uint64 {
	defer wrapPanic()
	if s.rt.Workers() == 1 {
		body(0, s.n)
		return s.n
	}
	if s.worth(s.n) {
		return 0
	}
	// A quarter bounds what is lost where the body is not what it was the last time.
	most := max(s.unit, s.n/4/s.unit*s.unit)
	piece := s.unit
	if s.pace != 0 {
		piece = min(most, s.worthOf(soloPiece))
	}
	budget := uint64(soloPiece)
	known := s.pace != 0
	t := clock()
	for at := uint64(0); at < s.n; {
		next := at + min(piece, s.n-at)
		body(at, next)
		u := clock()
		d := u - t - clockNs
		t = u
		s.learn(paceOf(d, next-at))
		at = next
		// One short first look may have been slow for being cold.
		if (known || d >= soloPiece/2) && s.worth(s.n-at) {
			s.rt.paces.set(s.code, s.pace)
			return at
		}
		known = true
		budget = min(2*budget, soloMost)
		piece = min(most, s.worthOf(budget), saturatingMul(piece, 4))
	}
	s.rt.paces.set(s.code, s.pace)
	return s.n
}

// learn takes a measured pace into account: downwards at once, since one hiccup of the
// machine would otherwise look like work for long, upwards by half.
func (s *solo) learn(pace uint64) {
	if s.pace > 0 && pace > s.pace {
		pace = (s.pace + pace) / 2
	}
	s.pace = pace
}

// paceOf returns the pace of n iterations that took d nanoseconds.
func paceOf(d int64, n uint64) uint64 {
	return max(1, min(paceMax, uint64(max(d, 1))*paceUnit/n))
}

// worthOf returns how many iterations last about d nanoseconds, a multiple of unit.
func (s *solo) worthOf(d uint64) uint64 { return iterations(d, s.pace, s.unit) }

func iterations(d, pace, unit uint64) uint64 {
	return saturatingMul(max(1, d*paceUnit/pace/unit), unit)
}

func saturatingMul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return 1<<64 - 1
	}
	return lo
}

// helpers returns how many workers are worth waking for rest iterations.
func (s *solo) helpers(rest uint64) int {
	most := uint64(s.rt.Workers() - 1)
	return int(max(1, min(most, saturatingMul(rest, s.pace)/paceUnit/(worthParked/2))))
}

// wrapPanic turns what a body panics with into a *PanicError.
func wrapPanic() {
	if v := recover(); v != nil {
		panic(asPanicError(v))
	}
}
