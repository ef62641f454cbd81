//go:build (linux || darwin) && (amd64 || arm64)

package openblas

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"
)

// Tuned is an OpenBLAS that has been opened once for each of several processors, to take the
// fastest kernels for each size of tiles.
type Tuned struct {
	kernels []*Library

	mu     sync.Mutex
	chosen map[int]*Library
}

// OpenTuned opens the shared library at path once for each of coretypes, "" standing for its own
// choice, but for those that turn out to be the same. Only a processor that has their instructions
// may be asked for. Of several copies in one process all but the first are files in the folder for
// temporary ones, for as long as it takes to open them.
func OpenTuned(path string, coretypes ...string) (*Tuned, error) {
	t := &Tuned{chosen: make(map[int]*Library)}
	for i, c := range coretypes {
		l, err := openAgain(path, c, i > 0)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(t.kernels, func(k *Library) bool { return k.Name() == l.Name() }) {
			t.kernels = append(t.kernels, l)
		}
	}
	return t, nil
}

// openAgain is Open, of a copy if one is asked for: the same file would not be opened twice.
func openAgain(path, coretype string, again bool) (*Library, error) {
	if !again {
		return Open(path, coretype)
	}
	from, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("openblas: %w", err)
	}
	defer from.Close()
	to, err := os.CreateTemp("", "openblas-*.so")
	if err != nil {
		return nil, fmt.Errorf("openblas: to copy %s: %w", path, err)
	}
	defer os.Remove(to.Name())
	defer to.Close()
	if _, err := io.Copy(to, from); err != nil {
		return nil, fmt.Errorf("openblas: to copy %s: %w", path, err)
	}
	return Open(to.Name(), coretype)
}

// ForTile returns the kernels that factor a matrix of a few tiles of nb rows the fastest on one
// thread. The first call for an nb tries them, for some tenths of a second.
func (t *Tuned) ForTile(nb int) *Library {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.chosen[nb] == nil {
		t.chosen[nb] = t.fastest(nb)
	}
	return t.chosen[nb]
}

// trials is how often each is tried: the best counts.
const trials = 5

func (t *Tuned) fastest(nb int) *Library {
	if len(t.kernels) == 1 {
		return t.kernels[0]
	}
	tiles := min(max(6, 384/nb), max(2, 1536/nb))
	best := make([]time.Duration, len(t.kernels))
	winner := 0
	for trial := range trials {
		for i, l := range t.kernels {
			if trial > 1 && best[i] > 2*best[winner] {
				continue // far behind
			}
			if d := l.factor(tiles, nb); best[i] == 0 || d < best[i] {
				best[i] = d
			}
			if best[i] < best[winner] {
				winner = i
			}
		}
	}
	return t.kernels[winner]
}

// factor returns how long a tiled Cholesky factorization takes: of a matrix of so many tiles
// a side that is 1 off the diagonal, and there its order.
func (l *Library) factor(tiles, nb int) time.Duration {
	a := make([][]float64, tiles*tiles)
	for i := range tiles {
		for j := range i + 1 {
			t := make([]float64, nb*nb)
			for e := range t {
				t[e] = 1
			}
			for d := 0; i == j && d < nb; d++ {
				t[d*nb+d] = float64(tiles * nb)
			}
			a[i*tiles+j] = t
		}
	}
	start := time.Now()
	for k := range tiles {
		l.Potrf(nb, a[k*tiles+k])
		for i := k + 1; i < tiles; i++ {
			l.Trsm(nb, nb, a[k*tiles+k], a[i*tiles+k])
			for j := k + 1; j < i; j++ {
				l.Gemm(nb, nb, nb, a[i*tiles+k], a[j*tiles+k], a[i*tiles+j])
			}
			l.Syrk(nb, nb, a[i*tiles+k], a[i*tiles+i])
		}
	}
	return time.Since(start)
}
