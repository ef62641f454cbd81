package cpu

import (
	"runtime"
	"slices"
	"testing"
)

func TestMaskRestores(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	mayRun := func(when string, want []int) {
		t.Helper()
		if got, err := affinity(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: may run on %v (%v), want %v", when, got, err, want)
		}
	}
	all, err := affinity()
	if err != nil {
		t.Fatal(err)
	}
	var outer, inner Mask
	if err := outer.Save(); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if err := Pin(c); err != nil {
			t.Fatal(err)
		}
		mayRun("pinned", []int{c})
		if err := inner.Save(); err != nil {
			t.Fatal(err)
		}
		if err := Confine(all...); err != nil {
			t.Fatal(err)
		}
		mayRun("confined to all", all)
		if err := inner.Restore(); err != nil {
			t.Fatal(err)
		}
		mayRun("restored to one", []int{c})
	}
	if err := outer.Restore(); err != nil {
		t.Fatal(err)
	}
	mayRun("restored to all", all)
}

// TestMaskOfNothing: a mask that was never saved allows what the process may use.
func TestMaskOfNothing(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := Pin(Machine().CPUs[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := new(Mask).Restore(); err != nil {
		t.Fatal(err)
	}
	if got, _ := affinity(); !slices.Equal(got, ids(Machine().CPUs)) {
		t.Errorf("may run on %v, want %v", got, ids(Machine().CPUs))
	}
}

func TestConfineToNowhere(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, _ := affinity()
	for _, cpus := range [][]int{{}, {-1}, {1 << 14}} {
		if Confine(cpus...) == nil {
			t.Errorf("Confine(%v) succeeded", cpus)
		}
	}
	if got, _ := affinity(); !slices.Equal(got, before) {
		t.Errorf("may run on %v after errors, before on %v", got, before)
	}
}
