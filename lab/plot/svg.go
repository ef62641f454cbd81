package plot

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
)

// SVG writes charts as a file of its own, dark on white, one below the other.
func SVG(w io.Writer, charts []Chart, size Size) error {
	s := &svg{}
	for i, c := range charts {
		fmt.Fprintf(s, "<g transform=\"translate(0 %d)\">\n", i*size.Height)
		drawChart(c, size, s)
		s.WriteString("</g>\n")
	}
	height := max(1, len(charts)) * size.Height
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[2]d" width="%[1]d" height="%[2]d" font-family="sans-serif" color="#1c1f24">
<rect width="100%%" height="100%%" fill="#ffffff"/>
%[3]s</svg>
`, size.Width, height, s.String())
	return err
}

// Inline returns the chart as a part of an HTML page: as wide as its place, in the page's colour
// of text, each series a group of class "series" with the series' name in data-name.
func (c Chart) Inline(size Size) string {
	s := &svg{}
	drawChart(c, size, s)
	return fmt.Sprintf(`<svg viewBox="0 0 %d %d" role="img" aria-label="%s">
%s</svg>`, size.Width, size.Height, escape(c.Title), s.String())
}

// Swatch returns the piece of line, with its marker, that a legend shows for a series.
func Swatch(s Series) string {
	const width, height = 26, 12
	c := &svg{}
	c.line([]pt{{0, height / 2}, {width, height / 2}}, ink{colour: s.Style.Colour(), width: 2, dashed: s.Dashed, alpha: 1})
	c.mark(s.Style, pt{width / 2, height / 2}, 4, s.Name)
	return fmt.Sprintf(`<svg viewBox="0 0 %[1]d %[2]d" width="%[1]d" height="%[2]d" aria-hidden="true">%[3]s</svg>`, width, height, c.String())
}

// svg is a canvas of text.
type svg struct{ strings.Builder }

func escape(s string) string {
	var b strings.Builder
	if xml.EscapeText(&b, []byte(s)) != nil {
		return ""
	}
	return b.String()
}

func (s *svg) group(name string) {
	fmt.Fprintf(s, "<g class=\"series\" data-name=\"%s\">\n", escape(name))
}
func (s *svg) ungroup() { s.WriteString("</g>\n") }

// round prints a coordinate with a tenth of a pixel.
func round(v float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
}

func (s *svg) line(points []pt, k ink) {
	if len(points) < 2 {
		return
	}
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(round(p.x) + "," + round(p.y))
	}
	colour := k.colour
	if colour == "" {
		colour = "currentColor"
	}
	fmt.Fprintf(s, `<polyline points="%s" fill="none" stroke="%s" stroke-width="%g"`, b.String(), colour, k.width)
	if k.alpha < 1 {
		fmt.Fprintf(s, ` stroke-opacity="%g"`, k.alpha)
	}
	if k.dashed {
		s.WriteString(` stroke-dasharray="6 4"`)
	}
	s.WriteString(` stroke-linejoin="round"/>` + "\n")
}

func (s *svg) mark(style Style, at pt, radius float64, text string) {
	var b strings.Builder
	for i, p := range shape(style, at, radius) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(round(p.x) + "," + round(p.y))
	}
	fmt.Fprintf(s, `<polygon points="%s" fill="%s"><title>%s</title></polygon>`+"\n", b.String(), style.Colour(), escape(text))
}

// shape returns the corners of a marker.
func shape(style Style, at pt, radius float64) []pt {
	m := markers[style.marker%len(markers)]
	corners := make([]pt, m.corners)
	for i := range corners {
		r := radius * 1.15
		if m.corners > 5 && !m.star {
			r = radius
		}
		if m.star && i%2 == 1 {
			r /= 2
		}
		angle := 2 * math.Pi * (m.turn + float64(i)/float64(m.corners))
		corners[i] = pt{at.x + r*math.Cos(angle), at.y + r*math.Sin(angle)}
	}
	return corners
}

func (s *svg) text(at pt, text string, l lettering) {
	fmt.Fprintf(s, `<text x="%s" y="%s" font-size="%s" fill="currentColor"`, round(at.x), round(at.y), round(l.size))
	if l.anchor != start {
		fmt.Fprintf(s, ` text-anchor="%s"`, [...]string{"start", "middle", "end"}[l.anchor])
	}
	if l.bold {
		s.WriteString(` font-weight="600"`)
	}
	if l.faint {
		s.WriteString(` fill-opacity="0.7"`)
	}
	if l.upward {
		fmt.Fprintf(s, ` transform="rotate(-90 %s %s)"`, round(at.x), round(at.y))
	}
	s.WriteString(">" + escape(text) + "</text>\n")
}

func (s *svg) panel(from, to pt) {
	fmt.Fprintf(s, `<rect x="%s" y="%s" width="%s" height="%s" fill="currentColor" fill-opacity="0.025"/>`+"\n",
		round(from.x), round(from.y), round(to.x-from.x), round(to.y-from.y))
}
