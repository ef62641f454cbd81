package solve_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"heddle/lab/solve"
)

func ExampleSpec_Run() {
	dir, err := os.MkdirTemp("", "solve")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	a := filepath.Join(dir, "a.mtx")
	file := "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 4\n2 1 2\n2 2 5\n"
	if err := os.WriteFile(a, []byte(file), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	r, err := solve.Spec{A: a}.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("n = %d, log det = %.4f, right: %t\n", r.N, r.LogDet, r.OK)
	// Output:
	// n = 2, log det = 2.7726, right: true
}
