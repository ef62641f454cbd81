package runfile

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"testing"
)

func TestStamped(t *testing.T) {
	for want, settings := range map[string][]debug.BuildSetting{
		"":            {{Key: "GOOS", Value: "linux"}},
		"abc":         {{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}},
		"abc+changes": {{Key: "vcs.modified", Value: "true"}, {Key: "vcs.revision", Value: "abc"}},
	} {
		if got := stamped(settings); got != want {
			t.Errorf("%v: %q, want %q", settings, got, want)
		}
	}
}

func TestCheckedOut(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git")
	}
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(git, append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	below := filepath.Join(dir, "cmd", "x")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("module heddle\n")
	if got := checkedOut(below); got != "" {
		t.Errorf("a folder that is no repository: %q", got)
	}
	run("init", "-q")
	run("add", ".")
	run("commit", "-q", "-m", "a")
	if got := checkedOut(below); !regexp.MustCompile(`^[0-9a-f]{40,}$`).MatchString(got) {
		t.Errorf("a clean tree: %q", got)
	}
	write("module heddle\n\ngo 1.26\n")
	if got := checkedOut(below); !regexp.MustCompile(`^[0-9a-f]{40,}\+changes$`).MatchString(got) {
		t.Errorf("a tree with changes: %q", got)
	}
	write("module other\n")
	if got := checkedOut(below); got != "" {
		t.Errorf("another module: %q", got)
	}
}
