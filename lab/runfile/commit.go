package runfile

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
)

// Commit returns the commit of heddle that the running program was built from, with "+changes"
// where the working tree had more. Where the build does not say (go run, -buildvcs=false) it is
// that of the working tree around the current folder, if that is heddle's; otherwise "unknown".
func Commit() string { return commit() }

var commit = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		if c := stamped(info.Settings); c != "" {
			return c
		}
	}
	if dir, err := os.Getwd(); err == nil {
		if c := checkedOut(dir); c != "" {
			return c
		}
	}
	return "unknown"
})

// stamped returns the commit that the go command wrote into the program, "" if it did not.
func stamped(settings []debug.BuildSetting) string {
	commit, changes := "", ""
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changes = "+changes"
		}
	}
	if commit == "" {
		return ""
	}
	return commit + changes
}

// checkedOut returns the commit of the working tree of heddle that dir lies in, "" if it lies in
// none.
func checkedOut(dir string) string {
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			if !bytes.HasPrefix(text, []byte("module heddle\n")) {
				return ""
			}
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
	head, err := exec.Command("git", "-C", dir, "rev-parse", "HEAD").Output()
	if err != nil {
		return ""
	}
	commit := strings.TrimSpace(string(head))
	if changes, err := exec.Command("git", "-C", dir, "status", "--porcelain").Output(); err == nil && len(changes) > 0 {
		commit += "+changes"
	}
	return commit
}
