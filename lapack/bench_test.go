package lapack

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"heddle/blas"
	"heddle/dense"
	"heddle/task"
	"heddle/tile"
)

// The rates that the model of TileSize is made of: every operation on tiles of every size, in
// cache, on one goroutine.
func BenchmarkTiles(b *testing.B) {
	for _, nb := range []int{32, 48, 64, 96, 128, 160, 192, 224, 256, 320, 384} {
		l, err := tile.NewLower[float64](tile.NewLayout(3*nb, nb, blas.PanelWidth[float64]()))
		if err != nil {
			b.Fatal(err)
		}
		a := dense.SPD[float64](3*nb, 1)
		c := NewCholeskyTiles(blas.Lower, a.Clone(), l)
		n := float64(nb)
		bench := func(name string, flops float64, f func()) {
			b.Run(fmt.Sprintf("op=%s/nb=%d", name, nb), func(b *testing.B) {
				for b.Loop() {
					f()
				}
				b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
		c.Load(0, 0)
		spd := slices.Clone(c.Tile(0, 0))
		// Operations are repeated in place: with L the identity and zero operands nothing grows.
		unit := dense.New[float64](nb, nb)
		for i := range nb {
			unit.Set(i, i, 1)
		}
		inverse := slices.Repeat([]float64{1}, nb)
		bench("load+store", n*n/2, func() { c.Load(0, 0); c.Store(0, 0) })
		bench("copy+potrf", n*n*n/3, func() {
			copy(c.Tile(0, 0), spd)
			if minor := blas.PotrfPanels(nb, c.Tile(0, 0), c.Inverse(0)); minor != 0 {
				b.Fatal(minor)
			}
		})
		blas.PackPanelsLower(c.Tile(0, 0), unit)
		copy(c.Inverse(0), inverse)
		bench("trsm", n*n*n, func() { c.Trsm(1, 0) })
		clear(c.Tile(1, 0))
		bench("syrk", n*n*n, func() { blas.SyrkPanels(nb, nb, c.Tile(1, 0), c.Tile(1, 1)) })
		bench("gemm", 2*n*n*n, func() { c.Update(2, 1, 0) })
	}
}

func BenchmarkCholeskyTiled(b *testing.B) {
	for _, workers := range []int{1, 2} {
		rt := task.New(task.Config{Workers: workers})
		for _, n := range []int{256, 512, 1024, 2048, 4096} {
			a := dense.SPD[float64](n, 1)
			f := a.Clone()
			for _, nb := range []int{64, 96, 128, 160, 192, 256} {
				if nb >= n || n/nb > 32 {
					continue
				}
				b.Run(fmt.Sprintf("workers=%d/n=%d/nb=%d", workers, n, nb), func(b *testing.B) {
					for b.Loop() {
						b.StopTimer()
						f.CopyFrom(a)
						b.StartTimer()
						if err := CholeskyTiled(context.Background(), rt, blas.Lower, f, nb); err != nil {
							b.Fatal(err)
						}
					}
					flops := float64(n) * float64(n) * float64(n) / 3
					b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
				})
			}
		}
		rt.Close()
	}
}
