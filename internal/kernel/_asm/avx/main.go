// Command avx writes the amd64 assembly of package kernel and its Go stubs, one pair of files for
// each operation and instruction set, into the folder that its argument names.
//
//	cd internal/kernel/_asm && go run ./avx ..
package main

import (
	"log"
	"os"
	"path/filepath"
)

// files are the pairs that are written: NAME_amd64.s and zNAME_amd64.go.
var files = []struct {
	name  string
	of    element
	write func(*gen)
}{
	{"gemm_avx512_24x8", float64s, gemmAVX512},
	{"rows_avx512_24x8", float64s, rowsAVX512},
	{"direct_avx512_24x8", float64s, directAVX512},
	{"factor_avx512_24x8", float64s, factorAVX512},
	{"pack_avx512_8x8", float64s, packAVX512},
	{"claim", float64s, claim},
	{"claim_f32", float32s, claim},
	{"gemm_avx2_12x4", float64s, gemmAVX2},
	{"direct_avx2_12x4", float64s, directAVX2},
	{"factor_avx2_12x4", float64s, factorAVX2},
	{"pack_avx2_4x4", float64s, packAVX2},
	{"peak_avx2", float64s, peakAVX2},
	{"peak_avx512", float64s, peakAVX512},
	{"gemm_f32_avx512_48x16", float32s, gemmAVX512},
	{"rows_f32_avx512_48x16", float32s, rowsAVX512},
	{"direct_f32_avx512_48x8", float32s, directAVX512},
	{"factor_f32_avx512_48x16", float32s, factorAVX512},
	{"pack_f32_avx512_16x16", float32s, packSingleAVX512},
	{"gemm_f32_avx2_24x8", float32s, gemmAVX2},
	{"direct_f32_avx2_24x4", float32s, directAVX2},
	{"factor_f32_avx2_24x8", float32s, factorAVX2},
	{"pack_f32_avx2_8x8", float32s, packSingleAVX2},
	{"peak_f32_avx2", float32s, peakAVX2},
	{"peak_f32_avx512", float32s, peakAVX512},
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: avx FOLDER")
	}
	for _, f := range files {
		g := newGen(f.of)
		f.write(g)
		text, stubs, err := g.print(f.name)
		if err != nil {
			log.Fatalf("avx: %s: %v", f.name, err)
		}
		for path, data := range map[string][]byte{f.name + "_amd64.s": text, "z" + f.name + "_amd64.go": stubs} {
			if err := os.WriteFile(filepath.Join(os.Args[1], path), data, 0o644); err != nil {
				log.Fatal("avx: ", err)
			}
		}
	}
}
