//go:build !(amd64 || arm64) || purego

package park

//go:noinline
func relax() {}
