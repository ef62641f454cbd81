package plot

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG writes charts as one picture, dark on white, one below the other, with scale dots to a
// pixel of size: 2 for screens of today.
func PNG(w io.Writer, charts []Chart, size Size, scale int) error {
	r := &raster{
		scale: float64(scale),
		dots:  image.NewRGBA(image.Rect(0, 0, size.Width*scale, max(1, len(charts))*size.Height*scale)),
		faces: map[lettering]font.Face{},
	}
	for bold, data := range map[bool][]byte{false: goregular.TTF, true: gobold.TTF} {
		face, err := opentype.Parse(data)
		if err != nil {
			return err
		}
		if bold {
			r.bold = face
		} else {
			r.regular = face
		}
	}
	draw.Draw(r.dots, r.dots.Bounds(), image.White, image.Point{}, draw.Src)
	for i, c := range charts {
		r.down = float64(i * size.Height)
		drawChart(c, size, r)
	}
	if r.err != nil {
		return r.err
	}
	return png.Encode(w, r.dots)
}

// raster is a canvas of dots.
type raster struct {
	scale         float64
	down          float64 // pixels above the chart being drawn
	dots          *image.RGBA
	regular, bold *opentype.Font
	faces         map[lettering]font.Face // by size and weight
	err           error                   // of a face that could not be made
}

func (r *raster) group(string) {}
func (r *raster) ungroup()     {}

// foreground is the colour of text.
var foreground = color.NRGBA{0x1c, 0x1f, 0x24, 0xff}

// parseColour reads "#rrggbb", or returns the foreground for "".
func parseColour(s string, alpha float64) color.NRGBA {
	c := foreground
	if len(s) == 7 {
		if v, err := strconv.ParseUint(s[1:], 16, 32); err == nil {
			c = color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
		}
	}
	c.A = uint8(math.Round(255 * alpha))
	return c
}

// fill fills a polygon, given in pixels. Only the dots around it are looked at.
func (r *raster) fill(corners []pt, c color.Color) {
	low, high := pt{math.Inf(1), math.Inf(1)}, pt{math.Inf(-1), math.Inf(-1)}
	for _, p := range corners {
		p.y += r.down
		low, high = pt{min(low.x, p.x), min(low.y, p.y)}, pt{max(high.x, p.x), max(high.y, p.y)}
	}
	box := image.Rect(int(math.Floor(low.x*r.scale)), int(math.Floor(low.y*r.scale)),
		int(math.Ceil(high.x*r.scale)), int(math.Ceil(high.y*r.scale))).Intersect(r.dots.Bounds())
	if box.Empty() {
		return
	}
	v := vector.NewRasterizer(box.Dx(), box.Dy())
	for i, p := range corners {
		x, y := float32(p.x*r.scale-float64(box.Min.X)), float32((p.y+r.down)*r.scale-float64(box.Min.Y))
		if i == 0 {
			v.MoveTo(x, y)
		} else {
			v.LineTo(x, y)
		}
	}
	v.ClosePath()
	v.Draw(r.dots, box, image.NewUniform(c), image.Point{})
}

func (r *raster) line(points []pt, k ink) {
	c := parseColour(k.colour, k.alpha)
	on, left := true, 6.0 // of the dash that is being drawn
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if !k.dashed {
			r.segment(a, b, k.width, c)
			continue
		}
		length := math.Hypot(b.x-a.x, b.y-a.y)
		for done := 0.0; done < length; {
			step := min(left, length-done)
			if on {
				r.segment(between(a, b, done/length), between(a, b, (done+step)/length), k.width, c)
			}
			done += step
			if left -= step; left <= 0 {
				on = !on
				left = map[bool]float64{true: 6, false: 4}[on]
			}
		}
	}
}

func between(a, b pt, t float64) pt { return pt{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y)} }

// segment draws a straight line of a width.
func (r *raster) segment(a, b pt, width float64, c color.Color) {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	if length == 0 {
		return
	}
	nx, ny := -(b.y-a.y)/length*width/2, (b.x-a.x)/length*width/2
	r.fill([]pt{{a.x + nx, a.y + ny}, {b.x + nx, b.y + ny}, {b.x - nx, b.y - ny}, {a.x - nx, a.y - ny}}, c)
}

func (r *raster) mark(style Style, at pt, radius float64, _ string) {
	r.fill(shape(style, at, radius), parseColour(style.Colour(), 1))
}

func (r *raster) panel(from, to pt) {
	r.fill([]pt{from, {to.x, from.y}, to, {from.x, to.y}}, parseColour("", 0.025))
}

// face returns the letters of a size and weight.
func (r *raster) face(l lettering) (font.Face, error) {
	k := lettering{size: l.size, bold: l.bold}
	if f, ok := r.faces[k]; ok {
		return f, nil
	}
	from := r.regular
	if l.bold {
		from = r.bold
	}
	f, err := opentype.NewFace(from, &opentype.FaceOptions{Size: l.size * r.scale, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, err
	}
	r.faces[k] = f
	return f, nil
}

func (r *raster) text(at pt, s string, l lettering) {
	f, err := r.face(l)
	if err != nil {
		r.err = err
		return
	}
	alpha := 1.0
	if l.faint {
		alpha = 0.7
	}
	ink := image.NewUniform(parseColour("", alpha))
	width := font.MeasureString(f, s)
	shift := map[anchor]float64{start: 0, middle: 0.5, end: 1}[l.anchor] * float64(width) / 64
	x, y := at.x*r.scale, (at.y+r.down)*r.scale
	if !l.upward {
		d := font.Drawer{Dst: r.dots, Src: ink, Face: f, Dot: fixed.Point26_6{X: fixed.Int26_6((x - shift) * 64), Y: fixed.Int26_6(y * 64)}}
		d.DrawString(s)
		return
	}
	// Written upright on a strip of its own, then turned dot by dot.
	height := int(2 * l.size * r.scale)
	strip := image.NewRGBA(image.Rect(0, 0, width.Ceil()+2, height))
	base := height * 2 / 3
	d := font.Drawer{Dst: strip, Src: ink, Face: f, Dot: fixed.P(1, base)}
	d.DrawString(s)
	for u := range strip.Rect.Dx() {
		for v := range strip.Rect.Dy() {
			c := strip.RGBAAt(u, v)
			if c.A == 0 {
				continue
			}
			to := image.Pt(int(x)+v-base, int(y+shift)-u)
			draw.Draw(r.dots, image.Rectangle{to, to.Add(image.Pt(1, 1))}, image.NewUniform(c), image.Point{}, draw.Over)
		}
	}
}
