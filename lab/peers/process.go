package peers

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"sync"
	"time"
)

// process is a running driver. It is used by one goroutine.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	lines  chan []byte // what it prints, closed at its end
	stderr *tail
	ready  ready
}

// longest is the longest line that a driver may print.
const longest = 64 << 10

// grace is how long a driver that has closed its output may still take to end, and how long
// what it has left behind may keep its pipes.
const grace = time.Second

// start runs a driver and waits until it is ready.
func start(ctx context.Context, path string, seed uint64, args, env []string, limit time.Duration) (*process, error) {
	args = append(args, "-seed", strconv.FormatUint(seed, 10), "-serve")
	p := &process{cmd: exec.Command(path, args...), lines: make(chan []byte, 1), stderr: &tail{}}
	p.cmd.Env, p.cmd.Stderr, p.cmd.WaitDelay = env, p.stderr, grace
	separate(p.cmd)
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.read(stdout)
	line, err := p.line(ctx, limit)
	if err == nil {
		p.ready, err = parseReady(line, seed)
	}
	if err != nil {
		p.kill()
		return nil, err
	}
	freeze(p.cmd.Process)
	return p, nil
}

// read sends the lines of stdout. One that is too long is cut, for the reader to call garbage.
func (p *process) read(stdout io.Reader) {
	defer close(p.lines)
	in := bufio.NewReaderSize(stdout, longest)
	for {
		line, err := in.ReadSlice('\n')
		if len(line) > 0 {
			p.lines <- bytes.Clone(line)
		}
		if err != nil {
			_, _ = io.Copy(io.Discard, stdout) // lets the driver run on to its end
			return
		}
	}
}

// line waits for the next line.
func (p *process) line(ctx context.Context, limit time.Duration) ([]byte, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case line, ok := <-p.lines:
		if !ok {
			return nil, p.end()
		}
		return line, nil
	case <-timer.C:
		return nil, fmt.Errorf("hangs: no answer within %v", limit)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// end says why there are no more lines. It ends a driver that goes on without its output.
func (p *process) end() error {
	timer := time.AfterFunc(grace, func() { terminate(p.cmd.Process) })
	err := p.cmd.Wait()
	reason := "ended without an answer"
	switch {
	case !timer.Stop():
		reason = "closed its output without an answer"
	case err != nil:
		reason = "crashed: " + err.Error()
	}
	if last := p.stderr.last(); last != "" {
		reason += ": " + last
	}
	return errors.New(reason)
}

// repeat makes one repetition. The driver's threads run during it alone.
func (p *process) repeat(ctx context.Context, limit time.Duration) (repetition, error) {
	thaw(p.cmd.Process)
	if _, err := io.WriteString(p.stdin, "go\n"); err != nil {
		return repetition{}, p.end()
	}
	line, err := p.line(ctx, limit)
	if err != nil {
		return repetition{}, err
	}
	freeze(p.cmd.Process)
	return parseRepetition(line)
}

// kill ends the driver, whatever it is doing.
func (p *process) kill() {
	terminate(p.cmd.Process)
	_ = p.cmd.Wait()    // that it was killed is no news; this closes its pipes
	for range p.lines { // until the reader has closed it
	}
}

// tail keeps the end of what a driver writes to standard error.
type tail struct {
	mu   sync.Mutex // guards text, written by the goroutine that copies
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if over := len(t.text) - longest; over > 0 {
		t.text = t.text[over:]
	}
	return len(b), nil
}

func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return lastLine(t.text)
}
