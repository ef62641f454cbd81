package park

import "sync/atomic"

// Tell stores v in p for one who spins on it: what happened before is visible to whoever loads
// v, or what is told later. Unlike p.Store it does not wait until other cores have given up
// their copies of the line, some 50 ns: later loads of the caller may come before the store.
// There must be one who tells at a time.
func Tell(p *atomic.Int64, v int64) { tell(p, v) }
