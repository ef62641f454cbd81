//go:build (linux && arm64) || (darwin && (amd64 || arm64))

package openblas

import "github.com/ebitengine/purego"

// call calls the routine at f, which takes integers and addresses and returns nothing.
func call(f uintptr, args ...uintptr) {
	purego.SyscallN(f, args...)
}
