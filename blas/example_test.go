package blas_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"heddle/blas"
	"heddle/dense"
)

func ExampleGemm() {
	a := dense.Of([]float64{1, 2}, []float64{3, 4})
	c := dense.New[float64](2, 2)
	blas.Gemm(blas.NoTrans, blas.Trans, 1, a, a, 0, c) // C = A*A'
	fmt.Println(c.Row(0), c.Row(1))
	// Output: [5 11] [11 25]
}

func ExampleSyrk() {
	a := dense.Of([]float64{1, 2}, []float64{3, 4})
	c := dense.New[float64](2, 2)
	blas.Syrk(blas.Lower, blas.NoTrans, 1, a, 0, c) // the lower triangle of A*A'
	fmt.Println(c.Row(0), c.Row(1))
	// Output: [5 0] [11 25]
}

func ExampleTrsm() {
	l := dense.Of([]float64{2, 0}, []float64{1, 4})
	b := dense.Of([]float64{2}, []float64{9})
	blas.Trsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, 1, l, b) // L*X = B
	fmt.Println(b.At(0, 0), b.At(1, 0))
	// Output: 1 2
}

func ExamplePotrf() {
	a := dense.Of([]float64{4, 2}, []float64{2, 10})
	b := dense.Of([]float64{8}, []float64{22})
	if err := blas.Potrf(blas.Lower, a); err != nil {
		fmt.Println(err)
		return
	}
	blas.Potrs(blas.Lower, a, b)
	fmt.Println(a.At(1, 0), b.At(0, 0), b.At(1, 0))
	// Output: 1 1 2
}

func ExampleNotPositiveDefiniteError() {
	a := dense.Of([]float64{15, 15, -5}, []float64{15, 15, 1}, []float64{-5, 1, 10})
	err := blas.Potrf(blas.Lower, a)
	var minor *blas.NotPositiveDefiniteError
	fmt.Println(errors.As(err, &minor), minor.Minor)
	// Output: true 2
}

// The first column of a matrix of order 2, and what is left of the second.
func ExamplePotrfPartial() {
	a := dense.Of([]float64{4}, []float64{6})
	c := dense.Of([]float64{10})
	fmt.Println(blas.PotrfPartial(blas.Lower, a, c), a.Data, c.Data)
	// Output: <nil> [2 3] [1]
}

// A tile packed once, factored in place, unpacked once.
func ExamplePotrfPanels() {
	a := dense.SPD[float64](20, 1)
	tile := dense.Aligned[float64](blas.PanelLen[float64](20, 20))
	inv := dense.Aligned[float64](blas.PanelLen[float64](20, 1))
	blas.PackPanelsLower(tile, a)
	minor := blas.PotrfPanels(20, tile, inv)
	blas.UnpackPanelsLower(a, tile)
	fmt.Println(minor, a.At(0, 0) > 0)
	// Output: 0 true
}

func ExampleSelect() {
	restore, err := blas.Select("go")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer restore()
	c := dense.New[float32](1, 1)
	blas.Gemm(blas.NoTrans, blas.NoTrans, 1, dense.Of([]float32{3}), dense.Of([]float32{4}), 0, c)
	fmt.Println(c.At(0, 0))
	// Output: 12
}

// Two goroutines compute one product together. A *task.Member is such a Team; so is a Runtime's
// helper with Joint, which is what package gemm does.
func ExampleJoint() {
	a, b, c := dense.Random[float64](500, 400, 1), dense.Random[float64](400, 300, 2), dense.New[float64](500, 300)
	x := blas.NewJoint(blas.NoTrans, blas.NoTrans, 1, a, b, 0, c)
	var wg sync.WaitGroup
	wg.Go(func() { x.Work(nil) })
	x.Work(nil)
	wg.Wait()
	fmt.Println(x.PackedBytes() <= blas.SharedPanelBytes+2<<20)
	x.Release()
	want := dense.New[float64](500, 300)
	blas.Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 0, want)
	fmt.Println(slices.Equal(c.Data, want.Data))
	// Output:
	// true
	// true
}

// A matrix of weights is packed once and multiplies one batch after the other.
func ExamplePack() {
	weights := dense.Of([]float64{1, 2}, []float64{3, 4})
	p := blas.Pack(blas.Right, blas.NoTrans, weights)
	for _, batch := range []dense.Matrix[float64]{dense.Of([]float64{1, 0}), dense.Of([]float64{0, 1}, []float64{1, 1})} {
		out := dense.New[float64](batch.Rows, 2)
		blas.GemmPacked(blas.NoTrans, 1, p, batch, 0, out)
		fmt.Println(out.Data)
	}
	// Output:
	// [1 2]
	// [3 4 4 6]
}
