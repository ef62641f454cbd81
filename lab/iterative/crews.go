package iterative

import (
	"heddle/apps"
	"heddle/task"
)

// crews makes a runtime for each case, and closes them together. No two cases share one, as a
// runtime remembers how tasks of a call site fared, and would run large blocks as it found
// best for small ones.
type crews struct {
	config task.Config // what all have in common
	all    []*task.Runtime
}

// runtime returns a new runtime for variant v, nil where v needs none.
func (c *crews) runtime(workers int, v Variant) *task.Runtime {
	if v.Form == apps.Serial {
		return nil
	}
	config := c.config
	config.Workers, config.Successor, config.Inline = workers, v.Successor, v.Inline
	rt := task.New(config)
	c.all = append(c.all, rt)
	return rt
}

// close closes all runtimes. Nothing runs on them any more, so that no error can come of it.
func (c *crews) close() {
	for _, rt := range c.all {
		rt.Close()
	}
	c.all = nil
}
