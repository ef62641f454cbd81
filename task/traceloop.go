package task

// recording returns the tracing by which the loops that c runs are recorded, nil if they are
// not.
func (c *carrier) recording() *tracing {
	tr := c.root
	if c.cur != nil {
		tr = c.cur.tracing
	}
	if tr == nil || tr.logs == nil {
		return nil
	}
	return tr
}

// openLoop opens the span of a loop that its caller begins alone, if it is recorded. The
// result is for closeLoop.
func (c *carrier) openLoop(code uintptr) (depth int) {
	if tr := c.recording(); tr != nil {
		return c.openRange(tr, code)
	}
	return -1
}

// openRange opens the span of a range of a loop, named after the body's code.
func (c *carrier) openRange(tr *tracing, code uintptr) (depth int) {
	depth = len(c.tracer.open)
	m := mark{kind: LoopSpan, code: code}
	if depth > 0 {
		around := c.tracer.open[depth-1]
		m.scope, m.seq, m.node, m.iter = around.scope, around.seq, around.node, around.iter
	}
	c.begin(tr, m)
	return depth
}

// closeLoop closes it, and what the body has left open by a panic. It may be called again.
func (c *carrier) closeLoop(depth int) {
	if depth >= 0 {
		c.endTo(depth)
	}
}
