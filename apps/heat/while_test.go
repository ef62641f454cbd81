package heat

import (
	"context"
	"slices"
	"strings"
	"testing"

	"heddle/apps"
	"heddle/apps/apptest"
	"heddle/task"
)

func TestWhileForms(t *testing.T) {
	apptest.Forms(t, While(),
		apps.Params{Size: []int{1, 1}, Iterations: 3},
		apps.Params{Size: []int{32, 32}, Block: 8},
		apps.Params{Size: []int{21, 50}, Block: 7},
		apps.Params{Size: []int{30, 11}, Block: 3, Iterations: 5}, // stopped by the number
		apps.Params{Size: []int{9, 13}, Block: 1000},
	)
}

func TestWhileCancelled(t *testing.T) {
	apptest.Cancelled(t, While(), apps.Params{Size: []int{40, 40}, Block: 5})
}

func TestWhileErrors(t *testing.T) {
	apptest.Errors(t, While(), apps.Params{Size: []int{1 << 11, 1 << 12}, Block: 1})
}

func whileSerial(t *testing.T, p apps.Params) *while {
	t.Helper()
	q, err := While().New(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Run(context.Background(), nil, apps.Serial); err != nil {
		t.Fatal(err)
	}
	return q.(*while)
}

// While is heat, stopped at the first sweep that changes little; its residuals are the changes.
func TestWhileIsHeat(t *testing.T) {
	w := whileSerial(t, apps.Params{Size: []int{25, 38}, Block: 9})
	last := len(w.residuals) - 1
	if w.sweeps != last+1 || w.sweeps < 10 || w.sweeps == w.params.Iterations {
		t.Fatalf("%d sweeps, %d residuals", w.sweeps, last+1)
	}
	for k, r := range w.residuals {
		if small := r <= tolerance*w.residuals[0]; small != (k == last) {
			t.Errorf("sweep %d of %d: residual %g after %g at first", k, w.sweeps, r, w.residuals[0])
		}
	}
	before := serial(t, apps.Params{Size: []int{25, 38}, Block: 9, Iterations: last}).u.Data
	h := serial(t, apps.Params{Size: []int{25, 38}, Block: 9, Iterations: last + 1})
	if !slices.Equal(h.u.Data, w.u.Data) {
		t.Error("heat-while has another grid than heat after as many sweeps")
	}
	sum := 0.0
	for k, v := range h.u.Data {
		sum += (v - before[k]) * (v - before[k])
	}
	if got := w.residuals[last]; got < 0.999999999999*sum || got > 1.000000000001*sum {
		t.Errorf("the last residual is %g, and the changes' squares sum to %g", got, sum)
	}
}

// With Unroll(n) the loop ends after a multiple of n sweeps, the first at which the condition,
// asked that often only, holds.
func TestWhileUnrolled(t *testing.T) {
	rt := task.New(task.Config{Workers: 3})
	defer rt.Close()
	w := whileSerial(t, apps.Params{Size: []int{25, 38}, Block: 9})
	const n = 4
	rounds := (w.sweeps + n - 1) / n
	want := serial(t, apps.Params{Size: []int{25, 38}, Block: 9, Iterations: n * rounds})
	w.Reset()
	first := w.serialResidual(t)
	asked := 0
	err := rt.Run(context.Background(), func(s *task.Scope) {
		s.IterateWhile(func() bool {
			sum := 0.0
			for _, c := range w.changes {
				sum += c
			}
			asked++
			return asked == 1 || sum > tolerance*first
		}, w.step, task.Unroll(n))
	})
	if err != nil || asked != rounds+1 || !slices.Equal(w.u.Data, want.u.Data) {
		t.Errorf("asked %d times, want %d, error %v; the grid of %d sweeps: %v",
			asked, rounds+1, err, n*rounds, slices.Equal(w.u.Data, want.u.Data))
	}
}

// serialResidual returns the residual of the first sweep.
func (w *while) serialResidual(t *testing.T) float64 {
	t.Helper()
	return whileSerial(t, apps.Params{Size: w.params.Size, Block: w.params.Block, Iterations: 1}).residuals[0]
}

func TestWhileOutcomeFindsErrors(t *testing.T) {
	w := whileSerial(t, apps.Params{Size: []int{25, 38}, Block: 9})
	for what, spoil := range map[string]func(){
		"sweeps":              func() { w.sweeps++ },
		"residual of sweep 3": func() { w.residuals[3] *= 1.0000001 },
		"u(1,1)":              func() { w.u.Set(1, 1, 0) },
	} {
		w.Reset()
		if err := w.Run(context.Background(), nil, apps.Serial); err != nil {
			t.Fatal(err)
		}
		spoil()
		if err := w.Outcome().Err; err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("the %s is wrong, and Outcome says %v", what, err)
		}
	}
}
