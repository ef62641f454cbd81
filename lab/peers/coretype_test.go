package peers

import (
	"math"
	"strings"
	"testing"
)

func TestFastest(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		seconds   []float64
		preferred int
		want      int
	}{
		{[]float64{1, 0.5, 0.7}, 0, 1},
		{[]float64{1, 0.98, 2}, 0, 0}, // noise
		{[]float64{3, 1.02, 1}, 1, 1},
		{[]float64{3, 1.2, 1}, 1, 2},
		{[]float64{inf, 1, inf}, 0, 1}, // the others crashed
		{[]float64{1, inf, inf}, 1, 0},
	} {
		if got := fastest(c.seconds, c.preferred); got != c.want {
			t.Errorf("fastest of %v, %d preferred: %d, want %d", c.seconds, c.preferred, got, c.want)
		}
	}
}

func TestChoiceSaysWhy(t *testing.T) {
	for _, c := range []struct {
		choice choice
		want   string
	}{
		{choice{nb: 64}, "none that OpenBLAS was asked for ran"},
		{choice{nb: 64, kernels: "OpenBLAS 0.3 Zen"}, "tiles of 64: OpenBLAS 0.3 Zen, OpenBLAS's own choice"},
		{choice{64, "SkylakeX", "OpenBLAS 0.3 SkylakeX", 2.5, "OpenBLAS 0.3 Zen"}, "SkylakeX (OPENBLAS_CORETYPE=SkylakeX), 2.5 times as fast as OpenBLAS's own choice, OpenBLAS 0.3 Zen"},
	} {
		if got := c.choice.String(); !strings.Contains(got, c.want) {
			t.Errorf("%q, want %q in it", got, c.want)
		}
	}
}
