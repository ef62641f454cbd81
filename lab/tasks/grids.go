package tasks

import (
	"heddle/lapack"
	"heddle/task"
	"heddle/tile"
)

func choleskyTasks(tiles int) int { return int(tile.CholeskyTasks(int64(tiles))) }

// cholesky returns the smallest tiled Cholesky of at least the given number of tasks.
func cholesky(tasks int) *graph {
	t := 1
	for choleskyTasks(t) < tasks {
		t++
	}
	d := make([]task.Datum, t*t) // of tile (i, j) at i*t + j
	return &graph{
		tasks:    choleskyTasks(t),
		tiles:    t,
		serial:   func() { choleskySerial(t) },
		closures: func(s *task.Scope) { choleskyClosures(s, t, d) },
		args:     func(s *task.Scope) { choleskyArgs(s, t, d) },
	}
}

// choleskyNamed returns what submits the graph of lapack.Potrf, with its names and priorities.
func choleskyNamed(tiles int) (func(*task.Scope), error) {
	l, err := tile.NewLower[float64](tile.NewLayout(8*tiles, 8, 8)) // whose elements nobody touches
	if err != nil {
		return nil, err
	}
	nothing := lapack.PotrfTasks{Potrf: func(int) error { return nil }, Trsm: func(int, int) {}, Update: func(int, int, int) {}}
	return func(s *task.Scope) { lapack.PotrfGraph(s, l, nothing) }, nil
}

func choleskySerial(t int) {
	for k := range t {
		work(k, k, k)
		for i := k + 1; i < t; i++ {
			work(i, k, k)
		}
		for i := k + 1; i < t; i++ {
			for j := k + 1; j <= i; j++ {
				work(i, j, k)
			}
		}
	}
}

func choleskyClosures(s *task.Scope, t int, d []task.Datum) {
	for k := range t {
		s.Go(func() { work(k, k, k) }, d[k*t+k].InOut())
		for i := k + 1; i < t; i++ {
			s.Go(func() { work(i, k, k) }, d[k*t+k].In(), d[i*t+k].InOut())
		}
		for row := k + 1; row < t; row++ {
			i := row // assigned once, so that closures hold the value and not a variable of the heap
			for j := k + 1; j < i; j++ {
				s.Go(func() { work(i, j, k) }, d[i*t+k].In(), d[j*t+k].In(), d[i*t+j].InOut())
			}
			s.Go(func() { work(i, i, k) }, d[i*t+k].In(), d[i*t+i].InOut())
		}
	}
}

func choleskyArgs(s *task.Scope, t int, d []task.Datum) {
	for k := range t {
		s.Go3(work, k, k, k, d[k*t+k].InOut())
		for i := k + 1; i < t; i++ {
			s.Go3(work, i, k, k, d[k*t+k].In(), d[i*t+k].InOut())
		}
		for i := k + 1; i < t; i++ {
			for j := k + 1; j < i; j++ {
				s.Go3(work, i, j, k, d[i*t+k].In(), d[j*t+k].In(), d[i*t+j].InOut())
			}
			s.Go3(work, i, i, k, d[i*t+k].In(), d[i*t+i].InOut())
		}
	}
}

// side is the number of blocks on a side of the stencil's grid.
const side = 32

// stencil returns as many sweeps over the grid as give at least the given number of tasks.
func stencil(tasks int) *graph {
	sweeps := max(1, (tasks+side*side-1)/(side*side))
	const w = side + 2           // with a border that nobody writes
	d := make([]task.Datum, w*w) // of block (i, j) at i*w + j
	return &graph{
		tasks: sweeps * side * side,
		serial: func() {
			for t := range sweeps {
				for i := 1; i <= side; i++ {
					for j := 1; j <= side; j++ {
						work(t, i, j)
					}
				}
			}
		},
		closures: func(s *task.Scope) {
			for t := range sweeps {
				for row := range side {
					for col := range side {
						i, j := row+1, col+1 // assigned once, as in choleskyClosures
						c := i*w + j
						s.Go(func() { work(t, i, j) }, d[c-w].In(), d[c+w].In(), d[c-1].In(), d[c+1].In(), d[c].InOut())
					}
				}
			}
		},
		args: func(s *task.Scope) {
			for t := range sweeps {
				for i := 1; i <= side; i++ {
					for j := 1; j <= side; j++ {
						c := i*w + j
						s.Go3(work, t, i, j, d[c-w].In(), d[c+w].In(), d[c-1].In(), d[c+1].In(), d[c].InOut())
					}
				}
			}
		},
	}
}
