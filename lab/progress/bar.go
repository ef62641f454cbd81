package progress

import (
	"io"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"heddle/lab"
)

// refresh is the least time between two drawings. The bar is drawn from Step alone, never by
// a clock: a ticker would wake up inside timed sections.
const refresh = 100 * time.Millisecond

// Bar returns a Progress that draws a bar on w, which should be a terminal, and prints
// remarks above it.
func Bar(w io.Writer) lab.Progress { return &bar{w: w} }

type bar struct {
	w       io.Writer
	pool    *mpb.Progress // nil: nothing is being drawn
	bar     *mpb.Bar
	refresh chan any
	last    time.Time

	mu    sync.Mutex // label is written by Step and read by the drawing goroutine
	label string
}

func (p *bar) Begin(title string, steps int) {
	p.End()
	p.refresh = make(chan any)
	p.pool = mpb.New(mpb.WithOutput(p.w), mpb.WithWidth(40), mpb.WithManualRefresh(p.refresh))
	p.bar = p.pool.AddBar(int64(steps),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(title+" ")),
		mpb.AppendDecorators(
			decor.CountersNoUnit(" %d/%d "),
			decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO), ""),
			decor.Any(func(decor.Statistics) string { return "  " + p.current() }),
		))
	p.last = time.Time{}
}

func (p *bar) current() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.label
}

func (p *bar) Step(next string) {
	if p.pool == nil {
		return
	}
	p.mu.Lock()
	p.label = next
	p.mu.Unlock()
	p.bar.Increment()
	if now := time.Now(); now.Sub(p.last) >= refresh {
		p.last = now
		p.draw()
	}
}

// draw asks for one drawing. It waits for the request to be taken, not for the drawing.
func (p *bar) draw() {
	select {
	case p.refresh <- time.Now():
	case <-time.After(refresh): // a pool that has stopped takes nothing
	}
}

func (p *bar) Remark(text string) {
	if p.pool == nil {
		io.WriteString(p.w, text+"\n")
		return
	}
	io.WriteString(p.pool, text+"\n")
	p.draw()
}

func (p *bar) End() {
	if p.pool == nil {
		return
	}
	p.bar.Abort(true) // dropped from the screen: the table that follows says it all
	p.pool.Wait()
	p.pool = nil
}
