package task

import "unsafe"

// A Datum stands for a piece of data, a tile or a vector, in the clauses of tasks. Its
// zero value is ready; embed it beside what it stands for. It holds the last tasks that
// used it, so a clause costs O(1), without a map or an address. It must not be copied
// while tasks use it.
//
// A Datum belongs to one live scope at a time, from its first use there until that scope
// waits or ends. Using it in another scope meanwhile panics with the labels of both tasks.
// (A subtask may use a datum of its parent's if the parent has a weak access to it.)
//
// Only the submitter of the owning scope touches the fields: all are plain.
type Datum struct {
	w     ref                // last writer, or the join of the last group; the group follows it
	r     [inlineReaders]ref // members of the present group
	sc    *Scope             // the owner
	x     *datumExtra        // nil in most
	label *byte              // of the first task of this life that used it, labelLen bytes: for the panic
	// owner is the owner's life, see Scope.life, and with it a bit: busy.
	owner uint32
	// nr is how many members r holds; group is their kind.
	nr       uint8
	group    access
	labelLen uint16
}

// datumExtra is what few data have.
type datumExtra struct {
	more []ref   // further members of the group
	lock *lock   // of commutative tasks
	red  reducer // of a reduction
}

const (
	inlineReaders = 3

	// busy, in owner: w or the group may be of tasks that are not done. Without it there is
	// nothing to wait for, so a task that runs in place has only owner to look at.
	busy = 1

	firstLife = 2 // lives leave room for it
	nextLife  = 2
)

// ownedBy tells whether d belongs to the present life of s.
func (d *Datum) ownedBy(s *Scope) bool { return d.sc == s && d.owner&^busy == s.me }

// calm tells whether d belongs to the present life of s, and no task that uses it may be running.
func (d *Datum) calm(s *Scope) bool { return d.sc == s && d.owner == s.me }

// adopt makes s the owner of the clause's datum, and returns it. What another scope left
// in it is done with. If the datum belongs to an enclosing scope whose task allows s to use
// it, the clause gets s's shadow of it instead.
func (s *Scope) adopt(c *Clause, cl []Clause) *Datum {
	d := c.datum()
	if len(s.shadows) > 0 {
		if x := s.shadowOf(d); x != nil {
			if k := c.kind.strong(); !x.write && k != accessIn {
				panic("task: subtask " + labelOf(cl) + " writes what its parent only reads")
			}
			c.p = unsafe.Pointer(&x.Datum)
			if !x.ownedBy(s) {
				x.owner = s.me
				x.written(0)
			}
			return &x.Datum
		}
	}
	if o := d.sc; o != nil {
		if o.life.Load() == d.owner&^busy {
			panic("task: datum used in two live scopes at once, by " + taskName(labelOf(cl)) +
				" and by " + taskName(unsafe.String(d.label, int(d.labelLen))))
		}
		o.lose()
	}
	d.sc, d.owner = s, s.me
	d.written(0)
	label := labelOf(cl)
	d.label, d.labelLen = unsafe.StringData(label), uint16(len(label))
	return d
}

// lose notes, for a Graph, that another scope has taken one of its data.
func (s *Scope) lose() {
	if s.keeps && !s.lost.Load() {
		s.lost.Store(true)
	}
}

func taskName(label string) string {
	if label == "" {
		return "an unnamed task"
	}
	return "task " + label
}

// more returns the members of d's group beyond the inline ones.
func (d *Datum) more() []ref {
	if d.x == nil {
		return nil
	}
	return d.x.more
}

// join adds me to the group of kind k, which must be the present one or a new one after a
// writer.
func (s *Scope) join(d *Datum, k access, me ref) {
	d.group = k
	d.owner |= busy
	if d.nr < inlineReaders {
		d.r[d.nr] = me
		d.nr++
		return
	}
	if d.x == nil {
		d.x = new(datumExtra)
	}
	if len(d.x.more) == cap(d.x.more) {
		s.prune(d)
	}
	d.x.more = append(d.x.more, me)
}

// prune forgets members that are done: a datum that is only read stays small.
func (s *Scope) prune(d *Datum) {
	k := 0
	for _, r := range d.x.more {
		if _, _, ok := s.alive(r); ok {
			d.x.more[k] = r
			k++
		}
	}
	if 2*k >= cap(d.x.more) {
		m := make([]ref, k, 4*k+4)
		copy(m, d.x.more)
		d.x.more = m
	}
	d.x.more = d.x.more[:k]
}

// written makes me the last writer; 0 if it is done already.
func (d *Datum) written(me ref) {
	d.w = me
	d.nr = 0
	d.group = none
	if d.owner &^= busy; me != 0 {
		d.owner |= busy
	}
	if d.x != nil {
		d.x.more = d.x.more[:0]
	}
}
