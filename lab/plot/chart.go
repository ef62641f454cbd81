package plot

// Chart is a diagram: series of points over one horizontal and one vertical axis.
type Chart struct {
	Title    string // what is shown
	Subtitle string // under which conditions
	X, Y     Axis
	Series   []Series
	Limits   []Limit
}

// Axis says how one axis is drawn.
type Axis struct {
	Label string
	Log   bool                 // logarithmic; otherwise linear from 0
	Ticks []float64            // where values are written; none: chosen
	Text  func(float64) string // prints a value; nil: as a plain number
}

// Series is one line of a chart.
type Series struct {
	Name   string
	Style  int     // colour and marker: see Styles
	Dashed bool    // what is not a measurement of the whole: the cost of the tasks alone
	Level  bool    // one value that does not depend on x: a line across
	Points []Point // by rising X
}

// Point is one case: its median, and the range of its samples.
type Point struct {
	X, Y, Low, High float64
	Text            string // what a reader who points at it is told
}

// Limit is a line across that nothing can get beyond.
type Limit struct {
	Name string
	Y    float64
}

// Styles gives every name a style, the same in all charts of a report.
type Styles struct{ of map[string]int }

// Of returns the style of a name: that of its first call, or the next that is free.
func (s *Styles) Of(name string) int {
	if s.of == nil {
		s.of = map[string]int{}
	}
	style, ok := s.of[name]
	if !ok {
		style = len(s.of)
		s.of[name] = style
	}
	return style
}

// colours are told apart on white and on black, by most colour-blind readers too where the
// markers help.
var colours = []string{
	"#3b7dd8", "#e6862b", "#3aa655", "#d64545", "#9467bd", "#a0705a", "#d970b5", "#9a9a1f", "#2ab3c4", "#8a8f98",
}

// Colour returns the colour of a style, as CSS writes it.
func Colour(style int) string { return colours[style%len(colours)] }

// markers are the shapes of points as polygons on a circle of radius 1: the number of corners
// and the angle of the first, in turns from the right.
var markers = []struct {
	corners int
	turn    float64
	star    bool // every second corner lies halfway inside
}{
	{corners: 24}, {corners: 4, turn: 0.125}, {corners: 3, turn: 0.75}, {corners: 4}, {corners: 3, turn: 0.25}, {corners: 10, turn: 0.75, star: true},
	{corners: 6},
}
