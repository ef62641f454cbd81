package cpu

import "os"

func detect() (*Topology, error) {
	allowed, err := affinity()
	if err != nil {
		return nil, err
	}
	return FromSysfs(os.DirFS("/"), allowed)
}
