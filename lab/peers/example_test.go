package peers_test

import (
	"context"
	"fmt"

	"heddle/lab/peers"
)

func ExampleHost_Find() {
	bare := peers.Host{Getenv: func(string) string { return "" }, Root: "/nowhere"}
	found, err := bare.Find(context.Background(), "tbb", "openmp-llvm")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range found {
		fmt.Println(f.Peer.Name, f.Found, f.Missing)
	}
	// Output:
	// tbb false package g++
	// openmp-llvm false packages clang-19 libomp-19-dev
}
