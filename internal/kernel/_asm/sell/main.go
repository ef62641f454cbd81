// Command sell writes the assembly of package sell and its Go stubs, a pair of files for each
// instruction set, into the folder that its argument names.
//
//	cd internal/kernel/_asm && go run ./sell ../../sell
package main

import (
	"log"
	"os"
	"path/filepath"
)

// files are the pairs that are written, NAME.s and zNAME.go, for amd64 or for arm64.
var files = []struct {
	name  string
	amd64 func(gen)
	arm64 func(*neon)
}{
	{"run_avx512_amd64", runAVX512, nil},
	{"vector_avx512_amd64", vectorAVX512, nil},
	{"run_avx2_amd64", runAVX2, nil},
	{"vector_avx2_amd64", vectorAVX2, nil},
	{"single_avx2_amd64", singleAVX2, nil},
	{"run_neon_arm64", nil, runNEON},
	{"vector_neon_arm64", nil, vectorNEON},
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: sell FOLDER")
	}
	for _, f := range files {
		var text, stubs []byte
		if f.amd64 != nil {
			g := newGen()
			f.amd64(g)
			var err error
			if text, stubs, err = g.print(); err != nil {
				log.Fatalf("sell: %s: %v", f.name, err)
			}
		} else {
			n := newNEON()
			f.arm64(n)
			text, stubs = n.text.Bytes(), n.stubs.Bytes()
		}
		for path, data := range map[string][]byte{f.name + ".s": text, "z" + f.name + ".go": stubs} {
			if err := os.WriteFile(filepath.Join(os.Args[1], path), data, 0o644); err != nil {
				log.Fatal("sell: ", err)
			}
		}
	}
}
