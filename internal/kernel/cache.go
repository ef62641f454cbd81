package kernel

import "heddle/internal/cpu"

// L2Cache returns the bytes of a core's second-level cache, for block sizes; 1 MiB where unknown.
func L2Cache() int {
	if n := cpu.DataCaches().L2; n > 0 {
		return n
	}
	return 1 << 20
}
