//go:build unix

package peers

import (
	"os"
	"os/exec"
	"syscall"
)

// separate puts the driver into a process group of its own, so that Ctrl-C reaches heddle alone,
// which then ends the driver; where heddle itself is killed, the kernel wakes and ends a group that
// is stopped and has lost its parent.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// freeze stops all threads of a driver. Runtimes keep their threads spinning for a while after
// their work is done (LLVM's OpenMP 200 ms, HPX always); they are not to take the cores from the
// next case. This is fair to all: nobody's way of waiting is changed while its own clock runs.
func freeze(p *os.Process) { signal(p, syscall.SIGSTOP) }

// thaw lets them go on.
func thaw(p *os.Process) { signal(p, syscall.SIGCONT) }

// terminate kills the group.
func terminate(p *os.Process) { signal(p, syscall.SIGKILL) }

func signal(p *os.Process, s syscall.Signal) {
	_ = syscall.Kill(-p.Pid, s) // the group may be gone already, which its pipe will say
}
