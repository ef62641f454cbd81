package trace

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"heddle/lab/plot"
	"heddle/task"
)

// View says what of a run to draw. The zero View draws all of it. Times are since the first
// span of the run.
type View struct {
	From, To time.Duration // To 0: to the end
}

// Measures of the drawing in pixels.
const (
	svgWidth  = 1200
	svgLeft   = 80
	svgRight  = 20
	svgTop    = 44 // to the first worker
	rowHeight = 26
	rowGap    = 4
	axisPart  = 44 // below the workers
	legendRow = 18
)

// SVG draws each run as a time line: a row for each worker, a box for each task, a colour for each
// label with its share of the work in the legend, and an axis of time, the same length for
// all runs. Where boxes would be narrower than a pixel they are merged: a pixel has the
// colour of the label that took most of it, and is as high as it was busy. So a drawing has
// at most some thousand boxes a worker, however many tasks there were.
func SVG(w io.Writer, runs []Run, v View) error {
	long := time.Duration(1)
	for _, r := range runs {
		from, to := v.of(r)
		long = max(long, to-from)
	}
	colours := colour(runs)
	b := &strings.Builder{}
	y := 0
	for _, r := range runs {
		p := panel{run: r, y: y, long: long, colours: colours, out: b}
		p.from, p.to = v.of(r)
		p.first, _ = bounds(r)
		y += p.draw()
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[2]d" width="%[1]d" height="%[2]d" font-family="sans-serif" font-size="12">
<rect width="100%%" height="100%%" fill="#ffffff"/>
%[3]s</svg>
`, svgWidth, max(y, 40), b.String())
	return err
}

// of returns the part of r that v shows.
func (v View) of(r Run) (from, to time.Duration) {
	first, end := bounds(r)
	from, to = min(first+v.From, end), end
	if v.To > 0 {
		to = min(to, first+v.To)
	}
	return from, max(from, to)
}

// colour gives each label one, those with most work first.
func colour(runs []Run) map[string]string {
	work := map[string]time.Duration{}
	for _, r := range runs {
		own := exclusive(r)
		for i := range r.Spans {
			if s := &r.Spans[i]; s.Kind == task.TaskSpan || s.Kind == task.LoopSpan {
				work[name(s)] += own[i]
			}
		}
	}
	names := make([]string, 0, len(work))
	for n := range work {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int {
		if work[a] != work[b] {
			return int(min(1, max(-1, work[b]-work[a])))
		}
		return strings.Compare(a, b)
	})
	colours := map[string]string{}
	for i, n := range names {
		colours[n] = otherColour
		if i < mostColours {
			colours[n] = plot.Colour(i)
		}
	}
	return colours
}

const mostColours = 10

const (
	otherColour = "#b9bec6" // of labels beyond what can be told apart
	bodyColour  = "#e3e5e8" // of the function given to Run: a quiet one, since it only submits
	idleColour  = "#f6f7f8"
)

// panel is the drawing of one run.
type panel struct {
	run      Run
	first    time.Duration // start of the first span
	from, to time.Duration
	long     time.Duration // what the width stands for
	y        int
	colours  map[string]string
	out      *strings.Builder
}

// at returns where a time is drawn.
func (p *panel) at(t time.Duration) float64 {
	t = min(max(t, p.from), p.to)
	return svgLeft + float64(t-p.from)/float64(p.long)*(svgWidth-svgLeft-svgRight)
}

// draw draws the panel and returns its height.
func (p *panel) draw() int {
	st := Summarize(p.run)
	title := fmt.Sprintf("%s: %d tasks, %d workers, %s", p.run.Name, st.Tasks, st.Workers, plot.Seconds(st.Span.Seconds()))
	if p.to-p.from < st.Span {
		title += fmt.Sprintf("; %s to %s of it", plot.Seconds((p.from - p.first).Seconds()), plot.Seconds((p.to - p.first).Seconds()))
	}
	p.text(svgLeft, p.y+20, "start", `font-weight="bold"`, title)
	for i, row := range leaves(p.run) {
		y := p.y + svgTop + i*(rowHeight+rowGap)
		p.text(svgLeft-8, y+rowHeight/2+4, "end", "", fmt.Sprintf("worker %d", i))
		fmt.Fprintf(p.out, `<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s"/>`+"\n", p.at(p.from), y, p.at(p.to)-p.at(p.from), rowHeight, idleColour)
		p.row(row, y)
	}
	y := p.y + svgTop + p.run.Workers*(rowHeight+rowGap)
	p.axis(y)
	return y + axisPart - p.y + p.legend(st, y+axisPart)
}

func (p *panel) text(x, y int, anchor, more, s string) {
	fmt.Fprintf(p.out, `<text x="%d" y="%d" text-anchor="%s" %s>%s</text>`+"\n", x, y, anchor, more, escape(s))
}

func (p *panel) axis(y int) {
	width := float64(p.long)
	step := math.Pow(10, math.Floor(math.Log10(width/5)))
	for _, f := range []float64{2, 2.5, 2} { // 2, 5, 10 times
		if width/step <= 10 {
			break
		}
		step *= f
	}
	fmt.Fprintf(p.out, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#444"/>`+"\n", svgLeft, y, svgWidth-svgRight, y)
	start := float64(p.from - p.first)
	for i := math.Ceil(start / step); i*step <= start+width; i++ {
		t := i * step
		x := svgLeft + (t-start)/width*(svgWidth-svgLeft-svgRight)
		fmt.Fprintf(p.out, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="#444"/>`+"\n", x, y, x, y+4)
		p.text(int(x), y+18, "middle", `fill="#444"`, plot.Seconds(t/1e9))
	}
	p.text((svgLeft+svgWidth-svgRight)/2, y+34, "middle", `fill="#444"`, "time since the first task was submitted; a column is as high as its worker was busy")
}

// legend says what the colours mean, and returns its height.
func (p *panel) legend(st *Stats, y int) int {
	x, rows := svgLeft, 1
	entry := func(colour, text string) {
		wide := 30 + 7*len(text)
		if x+wide > svgWidth-svgRight {
			x = svgLeft
			rows++
		}
		top := y + (rows-1)*legendRow
		fmt.Fprintf(p.out, `<rect x="%d" y="%d" width="12" height="12" fill="%s" stroke="#c6cbd2" stroke-width="0.5"/>`+"\n", x, top, colour)
		p.text(x+17, top+11, "start", "", text)
		x += wide
	}
	others := 0
	for _, l := range st.Labels {
		if p.colours[l.Name] == otherColour {
			others++
			continue
		}
		entry(p.colours[l.Name], fmt.Sprintf("%s %.1f %% (%d)", l.Name, 100*l.Share, l.Count))
	}
	if others > 0 {
		entry(otherColour, fmt.Sprintf("%d more", others))
	}
	entry(bodyColour, "submitting")
	entry(idleColour, "idle")
	return rows*legendRow + 16
}

func escape(s string) string {
	b := &strings.Builder{}
	xml.EscapeText(b, []byte(s)) // into memory: cannot fail
	return b.String()
}
