package task

// An IterateOption changes how a body is repeated: Unroll(n) or Update.
type IterateOption func(*iteration)

// iteration is what the options of Iterate say.
type iteration struct {
	unroll int
	update bool
}

func optionsOf(opts []IterateOption) iteration {
	o := iteration{unroll: 1}
	for _, f := range opts {
		f(&o)
	}
	return o
}

// Unroll lets n iterations of a while-loop go together: the condition is evaluated before
// each n iterations, which overlap. The body is called n times to record them, so bodies
// may differ, in n turns, also in Iterate; there n need not divide the count. It panics if
// n < 1.
func Unroll(n int) IterateOption {
	if n < 1 {
		panic("task: Unroll: n < 1")
	}
	return func(o *iteration) { o.unroll = n }
}

// Update makes the body run for every iteration, to supply new closures: it is passed as an
// option, s.Iterate(n, body, task.Update). The tasks and their accesses must be the same
// each time, else the scope ends with a *[UpdateError]. Each iteration's tasks are submitted
// like any others, so Update saves nothing.
func Update(o *iteration) { o.update = true }

// Iterate runs the tasks that body submits n times, in an order that calling body n times
// would allow, but body is called once: its tasks are recorded as a graph, and the graph
// is closed to a cycle. Iterations overlap, without a barrier: a task of the next one runs
// as soon as the tasks are done that its clauses make it wait for. The same holds towards
// the tasks submitted before and after.
//
// Iterate returns when the cycle is recorded, and does not wait for it. In the body, s is
// to be used as it was passed, to submit tasks with data that the tasks name in their
// clauses; Wait and WaitOn panic, as nothing has run yet. A task learns its iteration by
// GoStep. Weak accesses count as strong in a cycle. Two runs of one task never overlap.
// Priorities order what is ready at the same time, of all iterations; a graph with priorities
// never runs as a plain loop in place, which is what makes tiny tasks cheapest. It panics if
// n < 0.
//
// Where that is faster, tasks run in order on one worker, or in lanes, a fixed list of them on
// each worker (DESIGN.md, Lanes); which way is best is measured.
//
// Cost: recording, 0.15 to 0.4 us a task, and as much again if the tasks run in lanes, unless a cycle
// like it, whose first task had the same code, has done so before; then 2 to 30 ns a task and
// iteration, and up to 100 where neither lanes nor the recorded order are faster. Memory does not
// depend on n. Of the last cycles that ran in lanes, 16 at most, the runtime keeps the lanes: some 100
// bytes a task, 8 MiB at most of each.
func (s *Scope) Iterate(n int, body func(*Scope), opts ...IterateOption) {
	if n < 0 {
		panic("task: Iterate: n < 0")
	}
	o := optionsOf(opts)
	switch {
	case s.rec != nil:
		s.rec.writeOut(n, body)
	case o.update:
		s.iterateUpdate(n, body)
	case n < 2:
		for range n {
			body(s)
		}
	default:
		s.cycle(n, min(n, o.unroll), nil, body)
	}
}

// IterateWhile is Iterate with a condition instead of a count: cond is called before the
// first iteration, when all that the data of the loop has to wait for is done, and then
// after each iteration, when all its tasks are done. It ends the loop by false. (With
// Unroll(n) it is called once in n iterations.) In the body of Iterate, IterateWhile or Record
// itself it panics: there only a task can loop, by IterateWhile in its own scope (see
// [Scope.GoScope]).
func (s *Scope) IterateWhile(cond func() bool, body func(*Scope), opts ...IterateOption) {
	o := optionsOf(opts)
	switch {
	case s.rec != nil:
		panic("task: IterateWhile in a body that is being recorded, where nothing has run yet that could end the loop: call it in a GoScope task")
	case o.update:
		s.whileUpdate(cond, body, o.unroll)
	default:
		s.cycle(-1, o.unroll, cond, body)
	}
}

// GoStep submits f, which is told the iteration it runs in, from 0; outside of Iterate
// that is 0.
func (s *Scope) GoStep(f func(step int), cl ...Clause) {
	if s.rec == nil {
		s.Go3(func(i, _, _ int) { f(i) }, s.step, 0, 0, cl...)
		return
	}
	s.count(kindStep, cl)
	t, me := s.begin(kindStep, 0, cl)
	t.fn = fnOfStep(f)
	s.publish(t, me, cl)
}

// cycle records copies calls of body and launches a cycle of n iterations, or as cond says.
func (s *Scope) cycle(n, copies int, cond func() bool, body func(*Scope)) {
	s.count(kindCycle, nil)
	if s.stopped() {
		return
	}
	g := record(s, s.c, copies, cond, body)
	if len(g.code) == 0 {
		return
	}
	var code uintptr
	if g.kind[0] != kindCond {
		code = codeOf(g.code[0]) ^ cycleSite
		g.tempo.recall(s.rt, code)
		s.rt.kept.give(code, g, s.rt.lanes(g))
	}
	cy := &cycle{code: code}
	cy.prepare(g, s, n)
	cy.launch(s, true)
}

// cycleSite tells what is remembered of a cycle from what is of a scope.
const cycleSite = 0x5bd1

// writeOut records n calls of body, for a loop within a recorded body.
func (r *recorder) writeOut(n int, body func(*Scope)) {
	outer := r.step
	r.inner++
	for r.step = range n {
		body(r.rs)
	}
	r.inner--
	r.step = outer
}

// launch lets the cycle begin: at once, or when earlier siblings are done.
func (cy *cycle) launch(s *Scope, siblings bool) {
	cy.hold.Store(1)
	while := cy.g.cond != nil
	if siblings {
		s.connect(cy, while)
	}
	if while || !siblings || !cy.gs.met() {
		cy.drop(s.c) // all the rest is as between two phases
		return
	}
	// The first stride is free, whatever may be best later: its nodes are not to wait for
	// siblings of others.
	cy.begin(s.rt, true)
	cy.mu.Lock()
	cy.inbox = cy.gs.launch(cy.inbox)
	cy.posted.Store(int32(len(cy.inbox)))
	cy.mu.Unlock()
	cy.invite(s.c)
}
