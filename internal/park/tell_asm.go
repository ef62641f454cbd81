//go:build amd64 && !purego && !race

package park

import "sync/atomic"

//go:noescape
func tell(p *atomic.Int64, v int64)
