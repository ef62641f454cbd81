//go:build !unix

package peers

import (
	"os"
	"os/exec"
)

func separate(*exec.Cmd) {}

func freeze(*os.Process) {}

func thaw(*os.Process) {}

func terminate(p *os.Process) {
	_ = p.Kill() // it may be gone already
}
