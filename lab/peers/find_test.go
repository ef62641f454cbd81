package peers

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"heddle/lab"
)

// kept is a sink that keeps records.
type kept struct{ records []lab.Record }

func (k *kept) Write(r lab.Record) error { k.records = append(k.records, r); return nil }
func (k *kept) Flush() error             { return nil }

// On a machine that has nothing, every rival names what is missing first.
func TestMissing(t *testing.T) {
	bare := Host{Getenv: func(name string) string { return map[string]string{"PATH": t.TempDir()}[name] }, Root: t.TempDir()}
	found, err := bare.Find(context.Background(), "all")
	if err != nil || len(found) != len(Table) {
		t.Fatalf("%d findings, %v", len(found), err)
	}
	for _, f := range found {
		want := "package g++"
		switch f.Peer.Name {
		case "openmp-llvm":
			want = "packages clang-19 libomp-19-dev"
		case "go":
			want = "the go command, 1.26 or newer, in PATH"
		}
		if f.Found || f.Missing != want {
			t.Errorf("%s: found %v, missing %q, want %q", f.Peer.Name, f.Found, f.Missing, want)
		}
	}
	session := &lab.Session{Sink: &kept{}}
	fleet, err := Builder{Host: bare, Dir: t.TempDir()}.Muster(context.Background(), session, "tbb", "openmp-llvm")
	if err != nil || len(fleet.Ready) != 0 {
		t.Fatalf("fleet %+v, %v", fleet, err)
	}
	if err := fleet.Report(session, lab.Record{Experiment: "cholesky"}); err != nil {
		t.Fatal(err)
	}
	records := session.Sink.(*kept).records
	if len(records) != 2 || records[0].Runtime != "tbb" || records[0].Error != "not installed: package g++" || !records[0].Absent() {
		t.Errorf("records %+v", records)
	}
	if err := session.Err(); err != nil {
		t.Errorf("%v: a rival that is not there is no failure", err)
	}
}

// With a compiler but nothing else, the package of each runtime is named, or its variable.
func TestMissingRuntime(t *testing.T) {
	here := Host{}
	cc := here.program("g++")
	if cc == "" {
		if f := here.look(context.Background(), Table[0]); f.Found || f.Missing != "package g++" {
			t.Errorf("without g++: %+v", f)
		}
		return
	}
	bin, root := t.TempDir(), t.TempDir()
	if err := os.Symlink(cc, filepath.Join(bin, "g++")); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"PATH": bin}
	h := Host{Getenv: func(name string) string { return env[name] }, Root: root}
	missing := func(name string) string {
		i := slices.IndexFunc(Table, func(p Peer) bool { return p.Name == name })
		return h.look(context.Background(), Table[i]).Missing
	}
	if got := missing("tbb"); got != "package libopenblas-pthread-dev" {
		t.Errorf("without OpenBLAS: %q", got)
	}
	for _, file := range []string{"usr/lib/x/openblas-pthread/libopenblas.so", "usr/include/x/openblas-pthread/cblas.h"} {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"starpu": "package pkg-config", "lapacke": "package libopenblas-openmp-dev", "hpx": "set HPX_DIR",
		"plasma": "set PLASMA_DIR", "taskflow": "set TASKFLOW_DIR",
	} {
		if got := missing(name); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	env["HPX_DIR"], env["PLASMA_DIR"], env["TASKFLOW_DIR"] = root, root, root
	for _, name := range []string{"hpx", "plasma", "taskflow"} {
		if got := missing(name); !strings.Contains(got, root+" has no ") {
			t.Errorf("%s with an empty folder: %q", name, got)
		}
	}
	env["OPENBLAS_DIR"] = bin
	if got := missing("tbb"); !strings.HasPrefix(got, "OPENBLAS_DIR="+bin+" has no") {
		t.Errorf("with an empty OPENBLAS_DIR: %q", got)
	}
}

// A compiler that fails leaves a log, and its first error as the reason.
func TestBuildFailure(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(bad, []byte("#!"+sh+"\necho 'x.cpp:1: error: what is this' >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	b := Builder{Dir: t.TempDir()}.Build(context.Background(), Finding{Peer: Table[2], Found: true, kit: kit{compiler: bad}})
	if b.Err == nil || !strings.Contains(b.Err.Error(), "build failed: x.cpp:1: error: what is this") {
		t.Fatalf("error %v", b.Err)
	}
	log, err := os.Open(b.Log)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	text, err := io.ReadAll(log)
	if err != nil || !strings.Contains(string(text), "what is this") {
		t.Errorf("log %q, %v", text, err)
	}
}

// TestBuildTogether: many who build the same at once all get the driver. The compiler is a script
// that copies what it is given after -o.
func TestBuildTogether(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	cc := filepath.Join(t.TempDir(), "cc")
	script := "#!" + sh + `
while [ $# -gt 0 ]; do
	if [ "$1" = -o ]; then echo "$2" > "$2"; fi
	shift
done
`
	if err := os.WriteFile(cc, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	b := Builder{Dir: t.TempDir()}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			out := b.Build(context.Background(), Finding{Peer: Table[2], Found: true, kit: kit{compiler: cc}})
			if out.Err != nil {
				t.Error(out.Err)
			} else if _, err := os.Stat(out.Driver); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// A rival that is installed and cannot be built is a failure: one row, and the others go on.
func TestBuildFailureIsARow(t *testing.T) {
	session := &lab.Session{Sink: &kept{}}
	fleet := &Fleet{Absent: []Built{{Finding: Finding{Peer: Table[2], Found: true}, Err: errors.New("build failed: no")}}}
	if err := fleet.Report(session, lab.Record{Experiment: "cholesky"}); err != nil {
		t.Fatal(err)
	}
	r := session.Sink.(*kept).records[0]
	if r.Runtime != Table[2].Name || r.Error != "failed: build failed: no" || r.Absent() || session.Err() == nil {
		t.Errorf("record %+v, session %v", r, session.Err())
	}
}

func TestFindRefusesUnknownNames(t *testing.T) {
	if _, err := Find(context.Background(), "openmp"); err == nil || !strings.Contains(err.Error(), "openmp-gcc") {
		t.Errorf("error %v, want one that names openmp-gcc", err)
	}
}
