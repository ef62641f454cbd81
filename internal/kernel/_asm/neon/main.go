// Command neon writes the arm64 assembly of package kernel and its Go stubs, one pair of files for
// each operation, into the folder that its argument names. It needs the standard library only:
// avo does not know arm64.
//
//	cd internal/kernel/_asm && go run ./neon ..
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
)

// files are the pairs that are written: NAME_arm64.s and zNAME_arm64.go.
var files = []struct {
	name  string
	of    element
	write func(*gen)
}{
	{"gemm_neon_12x4", float64s, gemm},
	{"direct_neon_4x12", float64s, direct},
	{"factor_neon_12x4", float64s, factor},
	{"pack_neon_4", float64s, pack},
	{"peak_neon", float64s, peak},
	{"gemm_f32_neon_24x4", float32s, gemm},
	{"direct_f32_neon_4x24", float32s, direct},
	{"factor_f32_neon_24x4", float32s, factor},
	{"pack_f32_neon_8", float32s, pack},
	{"peak_f32_neon", float32s, peak},
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: neon FOLDER")
	}
	for _, f := range files {
		g := newGen(f.of)
		f.write(g)
		for path, data := range map[string][]byte{
			f.name + "_arm64.s":        g.text.Bytes(),
			"z" + f.name + "_arm64.go": g.stubs.Bytes(),
		} {
			if err := os.WriteFile(filepath.Join(os.Args[1], path), data, 0o644); err != nil {
				log.Fatal("neon: ", err)
			}
		}
	}
}

// peak does n times 24 independent multiply-adds.
func peak(g *gen) {
	g.function("peakNEON", "n int", "",
		fmt.Sprintf("does n times 24 independent fused multiply-adds of %d %s; n > 0.", g.lanes(), g.goType()))
	g.arg("n", "R0")
	for v := range 32 {
		g.clear(v)
	}
	g.align()
	g.label("loop")
	for v := 8; v < 32; v++ {
		g.fmla(v, 0, 1, 0)
	}
	g.op("SUBS $1, R0, R0")
	g.op("BNE loop")
	g.op("RET")
}
