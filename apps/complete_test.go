package apps_test

import (
	"slices"
	"strings"
	"testing"

	"heddle/apps"
)

var frame = apps.Program{
	Name: "frame", Dims: []string{"nx", "ny"}, BlockDoc: "rows",
	Defaults: apps.Params{Size: []int{8, 9}, Block: 3, Iterations: 4},
}

func TestComplete(t *testing.T) {
	p, err := frame.Complete(apps.Params{Seed: 7})
	if err != nil || !slices.Equal(p.Size, []int{8, 9}) || p.Block != 3 || p.Iterations != 4 || p.Seed != 7 {
		t.Errorf("defaults: %+v, %v", p, err)
	}
	p.Size[0] = 99
	if frame.Defaults.Size[0] != 8 {
		t.Error("the caller can write to the defaults")
	}
	p, err = frame.Complete(apps.Params{Size: []int{1, 2}, Block: 5, Iterations: 6})
	if err != nil || !slices.Equal(p.Size, []int{1, 2}) || p.Block != 5 || p.Iterations != 6 {
		t.Errorf("given: %+v, %v", p, err)
	}
}

func TestCompleteErrors(t *testing.T) {
	for _, c := range []struct {
		p    apps.Params
		says string
	}{
		{apps.Params{Size: []int{3}}, "1 numbers, want 2: nx,ny"},
		{apps.Params{Size: []int{3, 0}}, "ny is 0"},
		{apps.Params{Size: []int{-3, 1}}, "nx is -3"},
		{apps.Params{Size: []int{int(^uint(0) >> 1), 4}}, "nx = "},
		{apps.Params{Size: []int{1 << 20, 1 << 30}}, "ny = 1073741824 is too large"},
		{apps.Params{Block: -1}, "the block is -1, want 1 or more (rows)"},
		{apps.Params{Iterations: -2}, "-2 iterations"},
	} {
		_, err := frame.Complete(c.p)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), "frame: ") {
			t.Errorf("%+v: %v, want %q", c.p, err, c.says)
		}
	}
}

func TestFits(t *testing.T) {
	if err := frame.Fits(apps.Params{Block: 1}, 1<<22); err != nil {
		t.Error(err)
	}
	err := frame.Fits(apps.Params{Block: 2}, 1<<22+1)
	if err == nil || !strings.HasPrefix(err.Error(), "frame: a block of 2 makes 4.19e+06 tasks") {
		t.Error(err)
	}
}
