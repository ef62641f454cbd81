package kernel

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// generators write the files of an architecture into a package: `go run PROGRAM FOLDER` in _asm.
var generators = []struct{ program, arch, dir string }{
	{"./avx", "amd64", "."},
	{"./neon", "arm64", "."},
	{"./sell", "amd64", "../sell"},
	{"./sell", "arm64", "../sell"},
}

// TestGeneratedFiles fails where the assembly or its stubs are not what their generator writes,
// and where a generated file has no generator any more.
func TestGeneratedFiles(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not there to run the generators")
	}
	if out, err := goIn("_asm", "mod", "download"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the generators' modules cannot be had: %v\n%s", err, out)
		}
		t.Skipf("the generators' modules cannot be had here: %v\n%s", err, out)
	}
	for _, g := range generators {
		t.Run(g.program[2:]+"/"+g.arch, func(t *testing.T) {
			watch(t, filepath.Join("_asm", g.program))
			dir := t.TempDir()
			if out, err := goIn("_asm", "run", g.program, dir); err != nil {
				t.Fatalf("go run %s: %v\n%s", g.program, err, out)
			}
			here, there := generated(t, g.dir, g.arch), generated(t, dir, g.arch)
			for name, text := range there {
				if !bytes.Equal(here[name], text) {
					t.Errorf("%s is not what _asm writes: cd internal/kernel/_asm && go run %s %s", name, g.program, filepath.Join("..", g.dir))
				}
			}
			for name := range here {
				if there[name] == nil {
					t.Errorf("%s is not written by any generator", name)
				}
			}
		})
	}
}

// goIn runs the go command in dir, for the machine that we are on.
func goIn(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GOARCH=") || strings.HasPrefix(v, "GOOS=") || strings.HasPrefix(v, "GOFLAGS=")
	})
	return cmd.CombinedOutput()
}

// watch opens the files of dir, so that the cache of test results knows that the test depends on
// them: it does not see what the command reads.
func watch(t *testing.T, dir string) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no generator in %s: %v", dir, err)
	}
	for _, name := range names {
		if _, err := os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
}

// generated returns the files of an architecture in dir whose header says that they are generated.
func generated(t *testing.T, dir, arch string) map[string][]byte {
	files := map[string][]byte{}
	for _, ext := range []string{".s", ".go"} {
		names, err := filepath.Glob(filepath.Join(dir, "*_"+arch+ext))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.HasPrefix(text, []byte("// Code generated ")) {
				files[filepath.Base(name)] = text
			}
		}
	}
	return files
}
