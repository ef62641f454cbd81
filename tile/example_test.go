package tile_test

import (
	"context"
	"fmt"

	"heddle/dense"
	"heddle/task"
	"heddle/tile"
)

// Every tile of a matrix is doubled; the first row of tiles is waited for alone.
func ExampleCut() {
	m := dense.Of([]float64{1, 2, 3}, []float64{4, 5, 6}, []float64{7, 8, 9})
	g := tile.Cut(m, 2, 2)
	err := task.Run(context.Background(), func(s *task.Scope) {
		for i := range g.Rows {
			for j := range g.Cols {
				s.Go(func() { double(g.Tile(i, j)) }, g.Datum(i, j).InOut())
			}
		}
		s.WaitOn(g.Datum(0, 0), g.Datum(0, 1))
		fmt.Println(m.Row(0))
	})
	fmt.Println(m.Row(2), err)
	// Output:
	// [2 4 6]
	// [14 16 18] <nil>
}

func double(m dense.Matrix[float64]) {
	for i := range m.Rows {
		for j := range m.Cols {
			m.Set(i, j, 2*m.At(i, j))
		}
	}
}

// A layout is arithmetic alone: 2^17 rows make 2^33 elements, of which none is allocated here.
func ExampleLayout() {
	l := tile.NewLayout(1<<17, 250, 8)
	n, fits := l.Len()
	fmt.Println(l.NB, l.Tiles, n, fits)
	fmt.Println(l.Offset(l.Tiles-1, 0), l.Dim(l.Tiles-1), tile.CholeskyTasks(int64(l.Tiles)))
	// Output:
	// 256 512 8606711808 true
	// 8573157376 256 22500864
}
