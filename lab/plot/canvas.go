package plot

// pt is a place on the drawing: x to the right, y downwards.
type pt struct{ x, y float64 }

// ink says how a line is drawn. An empty colour is that of the text, fainter with alpha < 1.
type ink struct {
	colour string
	width  float64
	dashed bool
	alpha  float64
}

// anchor says which end of a text lies at its place.
type anchor int

const (
	start anchor = iota
	middle
	end
)

// lettering says how a text is written.
type lettering struct {
	size   float64
	anchor anchor
	bold   bool
	upward bool // turned to the left by a quarter
	faint  bool
}

// canvas is what a chart is drawn on.
type canvas interface {
	// group begins a series, which can be hidden as a whole; ungroup ends it.
	group(name string)
	ungroup()
	line(points []pt, k ink)
	// mark draws a filled shape. text is what a reader who points at it is told.
	mark(style Style, at pt, radius float64, text string)
	text(at pt, s string, l lettering)
	// panel fills the area that the axes enclose.
	panel(from, to pt)
}

// textWidth estimates how wide a text is in a proportional face: it is only used to leave room.
func textWidth(s string, size float64) float64 { return 0.56 * size * float64(len([]rune(s))) }
