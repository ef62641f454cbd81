package iterative

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"heddle/apps"
	"heddle/lab"
)

var own = []apps.Program{sums, broken}

func TestOnceRunsEveryVariant(t *testing.T) {
	for _, v := range Variants() {
		for _, workers := range []int{1, 2} {
			r, err := Once{App: "sums", Variant: v.Name, Workers: workers, Programs: own}.Run(context.Background())
			if err != nil {
				t.Fatalf("%s: %v", v.Name, err)
			}
			if v.Name == "serial" {
				workers = 1
			}
			if !r.OK || r.Err() != nil || r.Workers != workers || r.Iterations != 5 || len(r.Residuals) != 6 || r.GFlops <= 0 {
				t.Errorf("%s: %+v", v.Name, r)
			}
			if tasks := v.Form == apps.Tasks || v.Form == apps.TaskCache || v.Form == apps.TaskIter; tasks != (r.Tasks == 40) {
				t.Errorf("%s: %d tasks", v.Name, r.Tasks)
			}
		}
	}
}

// A number of iterations that means "without end" is one that Ctrl-C ends, in every program, or one
// that is refused: memory is not asked for iterations that are still to come.
func TestOnceWithoutEnd(t *testing.T) {
	for _, p := range Programs() {
		for _, variant := range []string{"serial", "taskiter+is"} {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(20*time.Millisecond, cancel)
			once := Once{App: p.Name, Variant: variant, Params: apps.Params{Size: []int{8}, Iterations: math.MaxInt}}
			r, err := once.Run(ctx)
			var refused *lab.SpecError
			if ended := strings.HasSuffix(p.Name, "-while") && err == nil && r.OK; !ended && !errors.Is(err, context.Canceled) && !errors.As(err, &refused) {
				t.Errorf("%s %s: %+v, %v", p.Name, variant, r, err)
			}
			cancel()
		}
	}
}

func TestOnceReportsWrongResults(t *testing.T) {
	r, err := Once{App: "broken", Variant: "tasks", Programs: own}.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if r.OK || r.Seconds != 0 || r.GFlops != 0 || r.Err() == nil || !strings.Contains(r.Error, "cell 0 is 6 after 5 iterations") {
		t.Errorf("%+v", r)
	}
}

func TestOnceRefuses(t *testing.T) {
	for _, c := range []struct {
		once Once
		want string
	}{
		{Once{App: "sum"}, `unknown program "sum": did you mean sums?`},
		{Once{App: "*"}, "names more than one"},
		{Once{App: "sums", Variant: "taskiter+si"}, `unknown variant "taskiter+si": did you mean taskiter+is`},
		{Once{App: "sums", Params: apps.Params{Size: []int{1, 2, 3}}}, "sums: the size has 3 numbers, want 2: rows,columns"},
		{Once{App: "sums", Params: apps.Params{Block: 100}}, "sums: a block of 100 cells: want 24 at most"},
	} {
		c.once.Programs = own
		_, err := c.once.Run(context.Background())
		var unknown *lab.UnknownNameError
		var refused *lab.SpecError
		if err == nil || !strings.Contains(err.Error(), c.want) || !(errors.As(err, &unknown) || errors.As(err, &refused)) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Once{App: "sums", Programs: own}).Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestOneNumberStandsForAllDimensions(t *testing.T) {
	r, err := Once{App: "sums", Params: apps.Params{Size: []int{3}}, Programs: own}.Run(context.Background())
	if err != nil || len(r.Size) != 2 || r.Size[0] != 3 || r.Size[1] != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestNumbersThatJSONCannotHold(t *testing.T) {
	got, err := json.Marshal([]Number{0.1, 1e-20, Number(math.NaN()), Number(math.Inf(1))})
	if err != nil || string(got) != "[0.1,1e-20,null,null]" {
		t.Errorf("%s, %v", got, err)
	}
}
