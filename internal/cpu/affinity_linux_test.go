package cpu

import (
	"runtime"
	"slices"
	"testing"
)

func TestPinAndUnpin(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	all, err := affinity()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Machine().CPUs {
		if err := Pin(c.ID); err != nil {
			t.Fatal(err)
		}
		if got, _ := affinity(); !slices.Equal(got, []int{c.ID}) {
			t.Errorf("pinned to %d, may run on %v", c.ID, got)
		}
	}
	if err := Unpin(); err != nil {
		t.Fatal(err)
	}
	if got, _ := affinity(); !slices.Equal(got, all) {
		t.Errorf("after Unpin may run on %v, before Pin on %v", got, all)
	}
}

func TestPinToNowhere(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer Unpin()
	for _, c := range []int{-1, 1 << 14} {
		if Pin(c) == nil {
			t.Errorf("Pin(%d) succeeded", c)
		}
	}
}
