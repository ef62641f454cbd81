package plot

import (
	"cmp"
	"fmt"

	"heddle/lab"
)

// Style is how a series is told from others.
type Style struct{ hue, shade, marker int }

// Colour returns the colour of a style, as CSS writes it.
func (s Style) Colour() string {
	towards := shades[s.shade%len(shades)]
	var r, g, b int
	fmt.Sscanf(Colour(s.hue), "#%02x%02x%02x", &r, &g, &b)
	mix := func(c int) int { return int(float64(c) + towards.part*(towards.light-float64(c))) }
	return fmt.Sprintf("#%02x%02x%02x", mix(r), mix(g), mix(b))
}

// shades are a colour itself, and what of it is mixed with black and with white. Markers come
// again after another number of variants, so 33 of a runtime are told apart.
var shades = []struct{ part, light float64 }{{0, 0}, {0.3, 0}, {0.4, 255}}

// Colour returns the i-th colour, as CSS writes it: after ten they come again.
func Colour(i int) string { return colours[i%len(colours)] }

// Styles gives every series a style, the same in all charts of a report. With three runtimes or
// more each has a colour, and its variants have shades of it and markers: thirty colours nobody
// can tell apart. With fewer every variant has a colour.
type Styles struct {
	byRuntime bool
	runtimes  map[string]int // in the order met
	variants  map[string]int // of each runtime met so far
	of        map[string]Style
}

// NewStyles returns the styles of charts of records.
func NewStyles(records []lab.Record) *Styles {
	s := &Styles{runtimes: map[string]int{}, variants: map[string]int{}, of: map[string]Style{}}
	for _, r := range records {
		if r.OK && r.Variant != "" {
			s.runtime(&r)
		}
	}
	s.byRuntime = len(s.runtimes) > 2
	return s
}

// ByRuntime reports whether a colour stands for a runtime, not for a variant.
func (s *Styles) ByRuntime() bool { return s.byRuntime }

// runtime returns the number of r's runtime.
func (s *Styles) runtime(r *lab.Record) int {
	name := cmp.Or(r.Runtime, "heddle")
	i, ok := s.runtimes[name]
	if !ok {
		i = len(s.runtimes)
		s.runtimes[name] = i
	}
	return i
}

// style returns the style of the series of a name, to which r belongs.
func (s *Styles) style(name string, r *lab.Record) Style {
	if style, ok := s.of[name]; ok {
		return style
	}
	n := len(s.of)
	style := Style{hue: n, marker: n}
	if s.byRuntime && r.Variant != "" {
		variant := s.variants[r.Runtime]
		style = Style{hue: s.runtime(r), shade: variant, marker: variant}
		s.variants[r.Runtime]++
	}
	s.of[name] = style
	return style
}

// colours are told apart on white and on black, by most colour-blind readers too where the
// markers help.
var colours = []string{
	"#3b7dd8", "#e6862b", "#3aa655", "#d64545", "#9467bd", "#a0705a", "#d970b5", "#9a9a1f", "#2ab3c4", "#8a8f98",
}

// markers are the shapes of points as polygons on a circle of radius 1: the number of corners
// and the angle of the first, in turns from the right.
var markers = []struct {
	corners int
	turn    float64
	star    bool // every second corner lies halfway inside
}{
	{corners: 24}, {corners: 4, turn: 0.125}, {corners: 3, turn: 0.75}, {corners: 4}, {corners: 3, turn: 0.25}, {corners: 10, turn: 0.75, star: true},
	{corners: 6}, {corners: 8, turn: 0, star: true}, {corners: 3, turn: 0}, {corners: 3, turn: 0.5}, {corners: 6, turn: 0.25, star: true},
}
