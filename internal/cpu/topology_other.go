//go:build !linux

package cpu

import "errors"

func detect() (*Topology, error) { return nil, errors.ErrUnsupported }
