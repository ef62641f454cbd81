//go:build (amd64 || arm64) && !purego

package park

//go:noescape
func relax()
