package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const outsideMain = `package main

import (
	"context"
	"fmt"

	"heddle/blas"
	"heddle/dense"
	"heddle/lapack"
	"heddle/task"
)

func main() {
	var d task.Datum
	x := 0
	err := task.Run(context.Background(), func(s *task.Scope) {
		s.Go(func() { x = 6 }, d.Out())
		s.Go(func() { x *= 7 }, d.InOut())
	})
	a := dense.SPD[float64](100, 1)
	fmt.Println(x, err, lapack.Cholesky(context.Background(), task.Default(), blas.Lower, a))
}
`

// TestOutsideModule builds and runs a module of its own that uses heddle through replace, as
// a user does.
func TestOutsideModule(t *testing.T) {
	top, dir := root(t), t.TempDir()
	sum, err := os.ReadFile(filepath.Join(top, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"go.mod":  "module outside\n\ngo 1.26.0\n\nrequire heddle v0.0.0\n\nreplace heddle => " + top + "\n",
		"go.sum":  string(sum),
		"main.go": outsideMain,
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", "-mod=mod", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, want := string(out), "42 <nil> <nil>\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}
