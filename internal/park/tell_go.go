//go:build !amd64 || purego || race

package park

import "sync/atomic"

func tell(p *atomic.Int64, v int64) { p.Store(v) }
