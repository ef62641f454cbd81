package peers

import (
	"context"
	"os/exec"
	"strings"
	"testing"

	"heddle/lab"
)

// Every rival that is installed is built (once; later runs find it in the cache), its table is
// ours, and every variant is right at awkward sizes. One that is not installed says what brings it.
func TestDrivers(t *testing.T) {
	found, err := Find(context.Background(), "all")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Run(f.Peer.Name, func(t *testing.T) {
			b := Builder{}.Build(context.Background(), f)
			if !f.Found {
				if b.Err == nil || !strings.HasPrefix(b.Err.Error(), "not installed: ") || f.Missing == "" {
					t.Errorf("not found, but %+v", b)
				}
				t.Log(b.Err)
				return
			}
			if b.Err != nil {
				t.Fatal(b.Err)
			}
			sameTable(t, b)
			var all []string
			for _, v := range f.Peer.Cholesky {
				all = append(all, v.Name)
			}
			for _, noop := range []bool{false, true} {
				solve(t, b, Factorization{N: 150, Tiles: []int{32}, Threads: 2, Pin: "close", Seed: 5, Noop: noop, Variants: all})
			}
			solve(t, b, Factorization{N: 64, Tiles: []int{64}, Threads: 1, Pin: "none", Seed: 5})
		})
	}
}

func sameTable(t *testing.T, b Built) {
	t.Helper()
	cmd := exec.Command(b.Driver, "-list")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	list := "\n" + string(out)
	for _, v := range b.Finding.Peer.Cholesky {
		if !strings.Contains(list, "\npotrf\t"+v.Name+"\t") {
			t.Errorf("the driver does not know %s: %s", v.Name, out)
		}
	}
	if n := strings.Count(list, "\npotrf\t"); n != len(b.Finding.Peer.Cholesky) {
		t.Errorf("the driver has %d variants, the table %d", n, len(b.Finding.Peer.Cholesky))
	}
}

func solve(t *testing.T, b Built, x Factorization) {
	t.Helper()
	f := &Fleet{Ready: []Built{b}, choices: map[int]choice{}}
	defer f.Close()
	cases := f.Cholesky(context.Background(), &lab.Session{}, x)
	records, err := lab.Plan{Reps: 2}.Measure(context.Background(), cases)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if !r.OK || r.MedianS <= 0 || !x.Noop && !(*r.Residual < lab.MaxRatio) || r.Workers != x.Threads {
			t.Errorf("%s n=%d noop=%v: %+v", r.Variant, x.N, x.Noop, r)
		}
	}
}
