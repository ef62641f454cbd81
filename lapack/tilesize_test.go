package lapack

import (
	"testing"

	"heddle/blas"
)

func TestTileSize(t *testing.T) {
	width := blas.PanelWidth[float64]()
	for _, workers := range []int{1, 2, 3, 16, 128} {
		for _, n := range []int{0, 1, 7, 64, 200, 512, 1000, 1024, 2048, 4096, 10000, 1 << 17} {
			nb := TileSize[float64](n, workers)
			if nb < 1 || nb < n && (nb%width != 0 || nb > largestTile) {
				t.Errorf("n=%d workers=%d: tiles of %d", n, workers, nb)
			}
			if again := TileSize[float64](n, workers); again != nb {
				t.Errorf("n=%d workers=%d: tiles of %d, then of %d", n, workers, nb, again)
			}
		}
	}
	for _, n := range []int{0, 1, 50} {
		if nb := TileSize[float64](n, 16); nb < n {
			t.Errorf("n=%d: tiles of %d, where one goroutine is fastest", n, nb)
		}
	}
	// Many workers need many tiles; a large matrix fills them with large ones.
	if few, many := TileSize[float64](2000, 2), TileSize[float64](2000, 64); many >= few {
		t.Errorf("n=2000: tiles of %d for 2 workers, %d for 64", few, many)
	}
	if small, large := TileSize[float64](1000, 16), TileSize[float64](20000, 16); small >= large {
		t.Errorf("16 workers: tiles of %d for n=1000, %d for n=20000", small, large)
	}
}

// The predictions against what was measured on the machine of the model, in microseconds.
func TestModelMeetsMeasurements(t *testing.T) {
	m := avx512
	for _, c := range []struct {
		n, nb int
		us    float64
	}{
		{512, 96, 474}, {512, 128, 454}, {768, 128, 1276}, {1024, 64, 3363}, {1024, 96, 3084}, {1024, 128, 2847},
		{1024, 160, 2807}, {1024, 256, 3086}, {1536, 176, 8809}, {2048, 192, 21446}, {4096, 192, 156720},
	} {
		if r := m.tiled(c.n, c.nb, 2) / c.us; r < 0.9 || r > 1.1 {
			t.Errorf("n=%d nb=%d: predicted %.0f us, measured %.0f", c.n, c.nb, m.tiled(c.n, c.nb, 2), c.us)
		}
	}
	for n, us := range map[int]float64{64: 2.6, 128: 14.4, 192: 40.8, 256: 96, 320: 170, 384: 275, 1024: 5447} {
		if r := m.alone(n) / us; r < 0.85 || r > 1.15 {
			t.Errorf("n=%d alone: predicted %.1f us, measured %.1f", n, m.alone(n), us)
		}
	}
}

func BenchmarkTileSize(b *testing.B) {
	for b.Loop() {
		TileSize[float64](1000, 16)
	}
}
