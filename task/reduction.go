package task

import "sync"

// A Reduction is a datum to which tasks contribute in any order and at the same time,
// each to a private copy. The copies are combined when the next reader or writer needs
// the result, or at the next Wait. Use its Datum's clauses for readers and writers.
//
//	sum := 0
//	r := task.NewReduction(&sum, func() int { return 0 }, func(into, part *int) { *into += *part })
//	for i := range 100 {
//		r.Go(s, func(part *int) { *part += i })
//	}
//	s.Go(func() { fmt.Println(sum) }, r.In())
//
// Which contributions share a copy, and so the order of the operations, depends on the
// schedule: a sum of floats may differ in the last bits.
type Reduction[T any] struct {
	Datum
	into     *T
	identity func() T
	merge    func(into, part *T)

	mu   sync.Mutex
	all  []*T // private copies; guarded by mu
	idle []*T // those that no task is using; guarded by mu
}

// NewReduction returns a reduction into *into. Private copies begin as identity();
// combine adds a copy's value to another's.
func NewReduction[T any](into *T, identity func() T, combine func(into, part *T)) *Reduction[T] {
	r := &Reduction[T]{into: into, identity: identity, merge: combine}
	r.x = &datumExtra{red: r}
	return r
}

// Go submits f to s, as a task that contributes to r by way of part.
func (r *Reduction[T]) Go(s *Scope, f func(part *T), cl ...Clause) {
	s.Go(func() {
		part := r.borrow()
		f(part)
		r.giveBack(part)
	}, append(cl, clauseOf(&r.Datum, accessReduce))...)
}

func (r *Reduction[T]) borrow() *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.idle); n > 0 {
		part := r.idle[n-1]
		r.idle = r.idle[:n-1]
		return part
	}
	part := new(T)
	*part = r.identity()
	r.all = append(r.all, part)
	return part
}

func (r *Reduction[T]) giveBack(part *T) {
	r.mu.Lock()
	r.idle = append(r.idle, part)
	r.mu.Unlock()
}

// combine adds the private copies to the result. No contributor is running.
func (r *Reduction[T]) combine() {
	for _, part := range r.all {
		r.merge(r.into, part)
	}
	r.all, r.idle = nil, nil
}

// reducer is a Reduction, whatever its type.
type reducer interface{ combine() }

// combineAll submits the combination of all reductions that have contributions.
func (s *Scope) combineAll() {
	for _, d := range s.open {
		if d.ownedBy(s) && d.group == accessReduce && d.nr != 0 {
			s.closeGroup(d)
		}
	}
	clear(s.open)
	s.open = s.open[:0]
}
