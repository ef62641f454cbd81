// Package peers carries the sources of the rivals that the laboratory measures beside heddle:
// one folder a runtime, one file a variant, built by package lab/peers. README.md describes the
// protocol that their drivers speak. They are subprocesses; nothing here is linked into a Go
// program.
package peers

import (
	"embed"
	"io/fs"
)

//go:embed *.hpp */*.hpp */*.cpp hpx/CMakeLists.txt
var sources embed.FS

// Sources returns the C++ sources, in the folders in which they lie here.
func Sources() fs.FS { return sources }
