package iterative

import "heddle/task"

// crews holds a runtime for each number of workers and successor mode that is asked for. They
// are made when needed and closed together.
type crews struct {
	config task.Config // what all have in common
	of     map[crew]*task.Runtime
}

type crew struct {
	workers   int
	successor task.Successor
}

// get returns the runtime for variant v, nil where v needs none.
func (c *crews) get(workers int, v Variant) *task.Runtime {
	if v.Name == "serial" {
		return nil
	}
	k := crew{workers, v.Successor}
	rt := c.of[k]
	if rt == nil {
		config := c.config
		config.Workers, config.Successor = workers, v.Successor
		rt = task.New(config)
		if c.of == nil {
			c.of = map[crew]*task.Runtime{}
		}
		c.of[k] = rt
	}
	return rt
}

// close closes all runtimes. Nothing runs on them any more, so that no error can come of it.
func (c *crews) close() {
	for _, rt := range c.of {
		rt.Close()
	}
	c.of = nil
}
