package progress

import (
	"fmt"
	"io"
	"time"

	"heddle/lab"
)

// quiet is the least time between two lines about steps: a log stays readable.
const quiet = 5 * time.Second

// Lines returns a Progress that writes plain lines to w: remarks at once, steps at most every
// five seconds.
func Lines(w io.Writer) lab.Progress { return &lines{w: w, now: time.Now} }

type lines struct {
	w           io.Writer
	now         func() time.Time
	title       string
	done, steps int
	last        time.Time
}

func (p *lines) Begin(title string, steps int) {
	p.title, p.done, p.steps, p.last = title, 0, steps, p.now()
}

func (p *lines) Step(next string) {
	if now := p.now(); now.Sub(p.last) >= quiet {
		p.last = now
		fmt.Fprintf(p.w, "%s: %d of %d, next %s\n", p.title, p.done, p.steps, next)
	}
	p.done++
}

func (p *lines) Remark(text string) { fmt.Fprintln(p.w, text) }

func (p *lines) End() {}
