package peers

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Host is the machine as far as finding and building rivals goes. The zero Host is this machine
// as it is.
type Host struct {
	// Getenv looks up variables; nil: os.Getenv. PATH says where compilers are, and HPX_DIR,
	// TASKFLOW_DIR, PLASMA_DIR, OPENBLAS_DIR and HEDDLE_DIR where a user's own installations and
	// heddle's sources are.
	Getenv func(string) string
	// Root is the folder below which the system's libraries and headers lie; "": /.
	Root string
}

func (h Host) getenv(name string) string {
	if h.Getenv == nil {
		return os.Getenv(name)
	}
	return h.Getenv(name)
}

// program returns the path of the first of names that PATH has, "" if none.
func (h Host) program(names ...string) string {
	for _, name := range names {
		for _, dir := range filepath.SplitList(h.getenv("PATH")) {
			path := filepath.Join(cmp.Or(dir, "."), name)
			if info, err := os.Stat(path); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
				return path
			}
		}
	}
	return ""
}

// first returns the first path that matches one of the patterns below the root, "" if none.
func (h Host) first(patterns ...string) string {
	for _, p := range patterns {
		if found, err := filepath.Glob(filepath.Join(cmp.Or(h.Root, "/"), p)); err == nil && len(found) > 0 {
			return found[0]
		}
	}
	return ""
}

// environment is what compilers run in.
func (h Host) environment() []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "LANG", "CPATH", "LIBRARY_PATH", "LD_LIBRARY_PATH",
		"GOROOT", "GOPATH", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "GOTOOLCHAIN", "XDG_CACHE_HOME"} {
		if v := h.getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// output runs a short command and returns what it prints, "" if it fails.
func (h Host) output(ctx context.Context, name string, args ...string) string {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.WaitDelay = h.environment(), grace
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return string(out)
}

// macros returns the preprocessor's macros after including header, nil if it is not there.
func (h Host) macros(ctx context.Context, compiler, header string, flags ...string) map[string]string {
	args := append([]string{"-x", "c++", "-E", "-dM", "-include", header}, flags...)
	out := h.output(ctx, compiler, append(args, os.DevNull)...)
	if out == "" {
		return nil
	}
	defined := map[string]string{}
	for line := range strings.Lines(out) {
		if words := strings.SplitN(strings.TrimSpace(line), " ", 3); len(words) == 3 {
			defined[words[1]] = strings.Trim(words[2], `"`)
		}
	}
	return defined
}

// march is the processor for which rivals are compiled: their binaries are of use on this one
// alone. It returns the flags that the compiler understands.
func march() []string {
	if runtime.GOARCH == "amd64" || runtime.GOARCH == "386" {
		return []string{"-march=native"}
	}
	return []string{"-mcpu=native"}
}

// lastLine returns the last line of text that is not empty.
func lastLine(text []byte) string {
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	return string(bytes.TrimSpace(lines[len(lines)-1]))
}
