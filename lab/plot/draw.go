package plot

import (
	"math"
	"slices"
)

// Size is the size of a drawing in pixels.
type Size struct {
	Width, Height int
	Font          float64 // height of letters; 0: 13
	Legend        bool    // at the right; without it, the reader is told otherwise which line is what
}

// drawing is a chart being drawn.
type drawing struct {
	Chart
	Size
	canvas
	x, y                     scale
	xTicks, yTicks           []float64
	left, right, top, bottom float64 // of the panel
}

func drawChart(c Chart, size Size, on canvas) {
	if size.Font == 0 {
		size.Font = 13
	}
	d := &drawing{Chart: c, Size: size, canvas: on}
	d.measure()
	d.place()
	on.panel(pt{d.left, d.top}, pt{d.right, d.bottom})
	d.axes()
	d.limits()
	for i, s := range c.Series {
		on.group(s.Name)
		d.series(s, d.aside(i))
		on.ungroup()
	}
	if size.Legend {
		d.legend()
	}
}

// measure finds the ranges of the values.
func (d *drawing) measure() {
	xl, xh, yl, yh := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, s := range d.Series {
		for _, p := range s.Points {
			if !s.Level {
				xl, xh = min(xl, p.X), max(xh, p.X)
			}
			yl, yh = min(yl, p.Low, p.Y), max(yh, p.High, p.Y)
		}
	}
	for _, l := range d.Limits {
		yl, yh = min(yl, l.Y), max(yh, l.Y)
	}
	if math.IsInf(xl, 1) {
		xl, xh = 1, 2
	}
	if math.IsInf(yl, 1) {
		yl, yh = 1, 2
	}
	d.x, d.y = newScale(d.X.Log, xl, xh), newScale(d.Y.Log, yl, yh)
	if !d.X.Log { // a number, not an amount: it need not begin at 0
		margin := 0.05*(xh-xl) + 0.1
		d.x.min, d.x.max = xl-margin, xh+margin
	}
	within := func(v float64) bool { return v >= d.x.min && v <= d.x.max }
	for _, v := range d.X.Ticks {
		if within(v) {
			d.xTicks = append(d.xTicks, v)
		}
	}
	d.yTicks = d.Y.Ticks
	if len(d.xTicks) == 0 {
		d.xTicks = d.x.ticks()
	}
	if len(d.yTicks) == 0 {
		d.yTicks = d.y.ticks()
	}
}

// place leaves room for what stands around the panel.
func (d *drawing) place() {
	f := d.Font
	widest := 0.0
	for _, v := range d.yTicks {
		widest = max(widest, textWidth(d.Y.print(v), f))
	}
	d.left = 1.9*f + widest + 0.7*f
	d.right = float64(d.Width) - f
	d.top, d.bottom = f, float64(d.Height)-3.4*f
	if d.Title != "" {
		d.top += 1.7 * f
	}
	if d.Subtitle != "" {
		d.top += 1.4 * f
	}
	if d.Legend {
		name := 0.0
		for _, s := range d.Series {
			name = max(name, textWidth(s.Name, 0.92*f))
		}
		d.right -= name + 3.6*f
	}
	d.x.from, d.x.to = d.left, d.right
	d.y.from, d.y.to = d.bottom, d.top
	for _, l := range d.Limits { // their names stand above them: what is measured lies below
		if room := 1.5 * f; d.y.at(l.Y)-d.top < room && !d.Y.Log {
			d.y.max = l.Y * (d.bottom - d.top) / (d.bottom - d.top - room)
		}
	}
}

func (a Axis) print(v float64) string {
	if a.Text != nil {
		return a.Text(v)
	}
	return Number(v)
}

func (d *drawing) axes() {
	f := d.Font
	y := 1.4 * f
	if d.Title != "" {
		d.text(pt{0.6 * f, y}, d.Title, lettering{size: 1.15 * f, bold: true})
		y += 1.5 * f
	}
	if d.Subtitle != "" {
		d.text(pt{0.6 * f, y}, d.Subtitle, lettering{size: 0.92 * f, faint: true})
	}
	grid, frame := ink{width: 1, alpha: 0.13}, ink{width: 1, alpha: 0.6}
	for _, v := range d.yTicks {
		y := d.y.at(v)
		d.line([]pt{{d.left, y}, {d.right, y}}, grid)
		d.text(pt{d.left - 0.6*f, y + 0.35*f}, d.Y.print(v), lettering{size: f, anchor: end})
	}
	free := d.left - f // how far labels of the horizontal axis reach
	for _, v := range d.xTicks {
		x, s := d.x.at(v), d.X.print(v)
		d.line([]pt{{x, d.top}, {x, d.bottom}}, grid)
		d.line([]pt{{x, d.bottom}, {x, d.bottom + 0.4*f}}, frame)
		if half := textWidth(s, f) / 2; x-half > free {
			d.text(pt{x, d.bottom + 1.5*f}, s, lettering{size: f, anchor: middle})
			free = x + half + 0.4*f
		}
	}
	d.line([]pt{{d.left, d.top}, {d.left, d.bottom}, {d.right, d.bottom}}, frame)
	d.text(pt{(d.left + d.right) / 2, d.bottom + 2.9*f}, d.X.Label, lettering{size: f, anchor: middle})
	d.text(pt{1.3 * f, (d.top + d.bottom) / 2}, d.Y.Label, lettering{size: f, anchor: middle, upward: true})
}

func (d *drawing) limits() {
	f := d.Font
	for _, l := range d.Limits {
		y := d.y.at(l.Y)
		d.line([]pt{{d.left, y}, {d.right, y}}, ink{width: 1.6, alpha: 0.75})
		d.text(pt{d.right - 0.3*f, y - 0.4*f}, l.Name, lettering{size: 0.92 * f, anchor: end, faint: true})
	}
}

// aside returns how far series i is moved to the side, so that bars of many series at one x
// stand beside each other.
func (d *drawing) aside(i int) float64 {
	many := float64(len(d.Series))
	step := min(4, 0.03*(d.right-d.left)/many)
	return step * (float64(i) - (many-1)/2)
}

func (d *drawing) series(s Series, aside float64) {
	k := ink{colour: s.Style.Colour(), width: 1.8, dashed: s.Dashed, alpha: 1}
	if s.Level {
		for _, p := range s.Points {
			y := d.y.at(p.Y)
			d.line([]pt{{d.left, y}, {d.right, y}}, k)
			for _, x := range []float64{d.left, (d.left + d.right) / 2, d.right} {
				d.mark(s.Style, pt{x, y}, 0.3*d.Font, p.Text)
			}
		}
		return
	}
	var path []pt
	bar := ink{colour: k.colour, width: 1.2, alpha: 0.55}
	for _, p := range s.Points {
		at := pt{d.x.at(p.X) + aside, d.y.at(p.Y)}
		path = append(path, at)
		if low, high := d.y.at(p.Low), d.y.at(p.High); low-high > 1 {
			d.line([]pt{{at.x, low}, {at.x, high}}, bar)
			d.line([]pt{{at.x - 3, low}, {at.x + 3, low}}, bar)
			d.line([]pt{{at.x - 3, high}, {at.x + 3, high}}, bar)
		}
	}
	d.line(path, k)
	for i, p := range s.Points {
		d.mark(s.Style, path[i], 0.32*d.Font, p.Text)
	}
}

// legend lists the series at the right, in the order of their last points, as they meet the
// reader's eye.
func (d *drawing) legend() {
	f := d.Font
	order := slices.Clone(d.Series)
	slices.SortStableFunc(order, func(a, b Series) int {
		switch ya, yb := d.last(a), d.last(b); {
		case ya < yb:
			return -1
		case ya > yb:
			return 1
		}
		return 0
	})
	step := min(1.5*f, (d.bottom-d.top)/float64(max(1, len(order))))
	for i, s := range order {
		at := pt{d.right + 1.2*f, d.top + (float64(i)+0.5)*step}
		d.group(s.Name)
		d.line([]pt{at, {at.x + 1.7*f, at.y}}, ink{colour: s.Style.Colour(), width: 1.8, dashed: s.Dashed, alpha: 1})
		d.mark(s.Style, pt{at.x + 0.85*f, at.y}, 0.3*f, s.Name)
		d.text(pt{at.x + 2.2*f, at.y + 0.32*f}, s.Name, lettering{size: min(0.92*f, 0.85*step)})
		d.ungroup()
	}
}

// last is the height of the last point of a series.
func (d *drawing) last(s Series) float64 {
	if len(s.Points) == 0 {
		return d.bottom
	}
	return d.y.at(s.Points[len(s.Points)-1].Y)
}
