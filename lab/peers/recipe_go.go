package peers

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// goModules finds the Go rivals: a module nested in heddle's, which cannot be embedded in heddle's
// command, so that it takes a checkout.
func goModules(ctx context.Context, h Host) (kit, error) {
	tool := h.program("go")
	if tool == "" {
		return kit{}, errors.New("the go command, 1.26 or newer, in PATH")
	}
	dir := h.checkout()
	if dir == "" {
		return kit{}, errors.New("set HEDDLE_DIR to a checkout of heddle")
	}
	version := strings.TrimSpace(h.output(ctx, tool, "env", "GOVERSION"))
	return kit{compiler: tool, module: filepath.Join(dir, "peers", "go"), version: version}, nil
}

// checkout returns the folder of heddle's sources: HEDDLE_DIR, or the first at or above the working
// folder that has the rivals' module; "" if there is none.
func (h Host) checkout() string {
	has := func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "peers", "go", "go.mod"))
		return err == nil
	}
	if dir := h.getenv("HEDDLE_DIR"); dir != "" {
		if dir, err := filepath.Abs(dir); err == nil && has(dir) {
			return dir
		}
		return ""
	}
	dir, err := os.Getwd()
	for err == nil {
		if has(dir) {
			return dir
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		break
	}
	return ""
}
