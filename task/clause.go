package task

import "unsafe"

// A Clause says what a task reads and writes, or how it is to be treated. Clauses are 16
// bytes, passed by value, and stay on the caller's stack. The zero Clause says nothing.
// A slice of clauses may serve many tasks of one submitter, not two submitters at once: the
// call may rewrite it.
type Clause struct {
	p    unsafe.Pointer // *Datum, or the bytes of a label
	n    int32          // priority, or length of a label
	kind access
}

type access uint8

const (
	none access = iota

	// Accesses without order among themselves: those of one kind that follow each other
	// on a datum form a group.
	accessIn
	accessConcurrent
	accessCommutative
	accessReduce

	accessWrite // exclusive

	accessWeakIn
	accessWeak

	clausePriority
	clauseLabel
	clauseDeferred
)

// idle tells whether k says nothing about data, and nothing that a task in place cares about.
func (k access) idle() bool { return k == clauseLabel || k == clausePriority || k == none }

// plain tells whether the fast path can treat k: In, Out, InOut.
func (k access) plain() bool { return k == accessIn || k == accessWrite }

// strict tells whether k is an access of the task itself: not a weak one, nor none, nor
// an attribute.
func (k access) strict() bool { return k-1 < accessWrite }

// strong returns the access that others see: a weak one orders later siblings like a
// strong one.
func (k access) strong() access {
	switch k {
	case accessWeakIn:
		return accessIn
	case accessWeak:
		return accessWrite
	}
	return k
}

func clauseOf(d *Datum, k access) Clause { return Clause{p: unsafe.Pointer(d), kind: k} }

func (c *Clause) datum() *Datum { return (*Datum)(c.p) }

func (c *Clause) label() string { return unsafe.String((*byte)(c.p), int(c.n)) }

// In says that the task reads d: it runs after the last task that writes d.
func (d *Datum) In() Clause { return clauseOf(d, accessIn) }

// Out says that the task writes d: it runs after all earlier tasks that use d. It is
// ordered like InOut and says so to the reader; data is not renamed.
func (d *Datum) Out() Clause { return clauseOf(d, accessWrite) }

// InOut says that the task reads and writes d: it runs after all earlier tasks that use d.
func (d *Datum) InOut() Clause { return clauseOf(d, accessWrite) }

// Priority makes the task go before ready tasks of lower priority. The default is 0;
// tasks of negative priority run when nothing else is ready. It is a wish: a worker that
// has an immediate successor runs it first (see Config.Decline).
func Priority(n int) Clause {
	return Clause{n: int32(min(max(n, -1<<30), 1<<30)), kind: clausePriority}
}

// Label names the task in panics and errors. The string is not copied; the
// first 65535 bytes count.
func Label(name string) Clause {
	return Clause{p: unsafe.Pointer(unsafe.StringData(name)), n: int32(min(len(name), 1<<16-1)), kind: clauseLabel}
}

// Deferred says that the task must not run inside the call that submits it, however short
// tasks are: for a task that waits for something that its submitter does later.
func Deferred() Clause { return Clause{kind: clauseDeferred} }

// labelOf returns the label among cl, "" if there is none.
func labelOf(cl []Clause) string {
	for i := range cl {
		if cl[i].kind == clauseLabel {
			return cl[i].label()
		}
	}
	return ""
}
