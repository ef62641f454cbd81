package matrixmarket_test

import (
	"fmt"
	"os"
	"strings"

	"heddle/matrixmarket"
)

func ExampleReader() {
	file := `%%MatrixMarket matrix coordinate real symmetric
% one triangle is stored
2 2 3
1 1  4
2 1 -1
2 2  4
`
	r, err := matrixmarket.NewReader("a.mtx", strings.NewReader(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	for e, err := range r.Entries() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e.Row, e.Col, e.Value)
	}
	// Output:
	// 0 0 4
	// 1 0 -1
	// 1 1 4
}

func ExampleWriter() {
	w, err := matrixmarket.NewWriter(os.Stdout, matrixmarket.Header{Format: matrixmarket.Array, Rows: 2, Cols: 1}, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, x := range []float64{0.5, 2} {
		if err := w.Put(matrixmarket.Entry{Row: i, Value: x}); err != nil {
			fmt.Println(err)
		}
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// %%MatrixMarket matrix array real general
	// 2 1
	// 0.5
	// 2
}
