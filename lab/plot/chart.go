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
	Group  string  // the runtime that it is of; "" where that is not compared
	Style  Style   // see Styles
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
