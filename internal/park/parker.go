package park

// A Parker blocks one goroutine at a time until it is granted a permit. Its zero value has
// no permit. It must not be copied. At most one goroutine may be in Park; Unpark may be
// called by anybody.
//
// Permits do not add up: many calls of Unpark before one Park are one permit. What
// happened before an Unpark is visible after the Park that takes its permit.
type Parker struct{ parker }

// spins is how often Park looks for a permit before it sleeps, with a Relax in between:
// a few microseconds, about what the sleep's system call costs.
const spins = 100

// Park returns once it has taken a permit. It spins a few microseconds and then sleeps.
// While asleep it holds its thread but not its P.
// Waking takes about 20 us on a futex and about 100 us by the portable way.
func (p *Parker) Park() { p.park(spins) }

// Unpark grants a permit. It costs one atomic exchange if the other side is not asleep,
// else a system call of some microseconds.
func (p *Parker) Unpark() { p.unpark() }
