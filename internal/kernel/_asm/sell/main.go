// Command sell writes the amd64 assembly of package sell and its Go stubs, a pair of files for
// each instruction set, into the folder that its argument names.
//
//	cd internal/kernel/_asm && go run ./sell ../../sell
package main

import (
	"log"
	"os"
	"path/filepath"
)

// files are the pairs that are written: NAME_amd64.s and zNAME_amd64.go.
var files = []struct {
	name  string
	write func(gen)
}{
	{"run_avx512", runAVX512},
	{"vector_avx512", vectorAVX512},
	{"run_avx2", runAVX2},
	{"vector_avx2", vectorAVX2},
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: sell FOLDER")
	}
	for _, f := range files {
		g := newGen()
		f.write(g)
		text, stubs, err := g.print()
		if err != nil {
			log.Fatalf("sell: %s: %v", f.name, err)
		}
		for path, data := range map[string][]byte{f.name + "_amd64.s": text, "z" + f.name + "_amd64.go": stubs} {
			if err := os.WriteFile(filepath.Join(os.Args[1], path), data, 0o644); err != nil {
				log.Fatal("sell: ", err)
			}
		}
	}
}
