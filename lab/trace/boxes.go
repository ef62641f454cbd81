package trace

import (
	"fmt"
	"time"

	"heddle/lab/plot"
	"heddle/task"
)

// A leaf is a time in which one span was the topmost on its worker.
type leaf struct {
	start, end time.Duration
	span       *task.Span
}

// leaves returns for each worker what it did, moment by moment, without what waited below.
func leaves(r Run) [][]leaf {
	rows := make([][]leaf, r.Workers)
	open := make([][]*task.Span, r.Workers)
	at := make([]time.Duration, r.Workers) // until when the row is known
	up := func(w int, to time.Duration) {  // goes on to a time
		for n := len(open[w]); n > 0 && at[w] < to; n = len(open[w]) {
			top := open[w][n-1]
			if end := min(top.End, to); end > at[w] {
				rows[w] = append(rows[w], leaf{at[w], end, top})
				at[w] = end
			}
			if top.End <= to {
				open[w] = open[w][:n-1]
			}
		}
		at[w] = max(at[w], to)
	}
	for i := range r.Spans {
		s := &r.Spans[i]
		up(s.Worker, s.Start)
		open[s.Worker] = append(open[s.Worker], s)
	}
	for w := range rows {
		for len(open[w]) > 0 {
			up(w, max(at[w]+1, open[w][0].End))
		}
	}
	return rows
}

// column is a pixel of a row in which several things happened.
type column struct {
	x     int
	busy  float64 // of the pixel's width
	total map[string]float64
}

// row draws what a worker did.
func (p *panel) row(leaves []leaf, y int) {
	c := column{total: map[string]float64{}}
	for _, l := range leaves {
		if l.span.Kind == task.WaitSpan || l.end <= p.from || l.start >= p.to {
			continue
		}
		x0, x1 := p.at(l.start), p.at(l.end)
		if x1-x0 >= 1 {
			p.flush(&c, y)
			p.box(l, x0, x1, y)
			continue
		}
		for x0 < x1 { // a piece for each pixel that it touches
			if int(x0) != c.x {
				p.flush(&c, y)
				c.x = int(x0)
			}
			end := min(x1, float64(c.x+1))
			c.total[p.fill(l.span)] += end - x0
			c.busy += end - x0
			if end <= x0 {
				break
			}
			x0 = end
		}
	}
	p.flush(&c, y)
}

func (p *panel) fill(s *task.Span) string {
	if s.Kind == task.BodySpan {
		return bodyColour
	}
	return p.colours[name(s)]
}

// box draws one leaf.
func (p *panel) box(l leaf, x0, x1 float64, y int) {
	s := l.span
	tip := fmt.Sprintf("%s: %s", name(s), plot.Seconds((s.End - s.Start).Seconds()))
	if s.Kind == task.TaskSpan {
		tip += fmt.Sprintf(", task %d, iteration %d, waited %s", s.Task, s.Iteration, plot.Seconds((s.Start - s.Ready).Seconds()))
	}
	fmt.Fprintf(p.out, `<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s"><title>%s</title></rect>`+"\n",
		x0, y, max(0.6, x1-x0-0.3), rowHeight, p.fill(s), escape(tip))
}

// flush draws a column and empties it.
func (p *panel) flush(c *column, y int) {
	best, colour := 0.0, ""
	for k, v := range c.total {
		if v > best || v == best && k < colour {
			best, colour = v, k
		}
	}
	if best > 0 {
		height := max(1, min(1, c.busy)*rowHeight)
		fmt.Fprintf(p.out, `<rect x="%d" y="%.1f" width="1" height="%.1f" fill="%s"/>`+"\n", c.x, float64(y)+rowHeight-height, height, colour)
	}
	c.busy = 0
	clear(c.total)
}
