package peers

import (
	"context"
	"path/filepath"
	"sync"
)

// Finding says whether a rival can be built on this machine.
type Finding struct {
	Peer    Peer
	Found   bool
	Version string // of the runtime, where it is found
	// Missing says, where it is not, what brings it: "package libtbb-dev", or "set HPX_DIR to ...".
	Missing string

	kit kit
}

// Find looks for the rivals that names name, patterns and "all" as of lab.Choose, and returns a
// finding for each. It runs their compilers, which takes a second or so.
func (h Host) Find(ctx context.Context, names ...string) ([]Finding, error) {
	peers, err := choose(names)
	if err != nil {
		return nil, err
	}
	found := make([]Finding, len(peers))
	var all sync.WaitGroup
	for i, p := range peers {
		all.Go(func() { found[i] = h.look(ctx, p) })
	}
	all.Wait()
	return found, ctx.Err()
}

// Find is Host{}.Find.
func Find(ctx context.Context, names ...string) ([]Finding, error) { return Host{}.Find(ctx, names...) }

func (h Host) look(ctx context.Context, p Peer) Finding {
	k, err := p.recipe(ctx, h)
	if err != nil {
		return Finding{Peer: p, Missing: err.Error()}
	}
	return Finding{Peer: p, Found: true, Version: k.version, kit: k}
}

// OpenBLAS returns the path of the shared library that rivals call on their tiles, or an error that
// says which package brings it.
func (h Host) OpenBLAS() (string, error) {
	l, err := openBLAS(h, "pthread")
	if err != nil {
		return "", err
	}
	return filepath.Join(l.dir, "libopenblas.so"), nil
}
