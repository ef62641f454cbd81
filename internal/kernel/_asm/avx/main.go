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
	write func(*gen)
}{
	{"gemm_avx512_24x8", gemmAVX512},
	{"direct_avx512_24x8", directAVX512},
	{"factor_avx512_24x8", factorAVX512},
	{"pack_avx512_8x8", packAVX512},
	{"gemm_avx2_12x4", gemmAVX2},
	{"direct_avx2_12x4", directAVX2},
	{"factor_avx2_12x4", factorAVX2},
	{"pack_avx2_4x4", packAVX2},
	{"peak_avx2", peakAVX2},
	{"peak_avx512", peakAVX512},
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: avx FOLDER")
	}
	for _, f := range files {
		g := newGen()
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
