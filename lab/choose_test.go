package lab

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

var names = []string{"for-naive", "for-collapse", "task-sync", "task-async", "future-data"}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		asked string
		want  []string
	}{
		{"all", names},
		{"task-async,for-naive", []string{"task-async", "for-naive"}},
		{"task-*", []string{"task-sync", "task-async"}},
		{"task-async,task-*,task-async", []string{"task-async", "task-sync"}},
		{" Task-Sync ", []string{"task-sync"}},
	} {
		got, err := Choose("variant", names, strings.Split(c.asked, ","))
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("Choose(%q) = %v, %v; want %v", c.asked, got, err, c.want)
		}
	}
}

func TestChooseNamesTheNearest(t *testing.T) {
	for _, c := range []struct{ name, near string }{
		{"task-asinc", "task-async"},
		{"fornaive", "for-naive"},
		{"collapse", "for-collapse"},
		{"data", "future-data"},
		{"qqqqqq", ""},
	} {
		_, err := Choose("variant", names, []string{c.name})
		var unknown *UnknownNameError
		if !errors.As(err, &unknown) {
			t.Errorf("Choose(%q): %v, want an UnknownNameError", c.name, err)
			continue
		}
		got := ""
		if near := unknown.Near(); len(near) > 0 {
			got = near[0]
		}
		if got != c.near {
			t.Errorf("nearest to %q is %q, want %q", c.name, got, c.near)
		}
		if !strings.Contains(err.Error(), "for-naive, for-collapse") {
			t.Errorf("%v: does not list what is known", err)
		}
	}
	if _, err := Choose("variant", names, nil); err == nil {
		t.Error("no name at all was accepted")
	}
}

func TestSelectKeepsRows(t *testing.T) {
	table := []Variant[int]{{Name: "a", Doc: "first"}, {Name: "b", Doc: "second"}}
	got, err := Select(table, []string{"b"})
	if err != nil || len(got) != 1 || got[0].Doc != "second" {
		t.Errorf("Select: %v, %v", got, err)
	}
}
