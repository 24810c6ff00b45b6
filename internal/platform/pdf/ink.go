package pdf

// Color is red, green and blue from 0 to 255.
type Color struct{ R, G, B int }

// The colours of the light design, so that screen and paper match.
var (
	Ink      = Color{0x14, 0x18, 0x1f} // text
	Muted    = Color{0x51, 0x5b, 0x6b} // labels, captions, running lines
	Accent   = Color{0x0f, 0x62, 0xd6}
	Sunken   = Color{0xee, 0xf0, 0xf3} // ground of panels and table headers
	Hairline = Color{0xd9, 0xdd, 0xe3} // rules

	warnInk = Color{0x8f, 0x14, 0x14}
	warn    = Color{0xfb, 0xc7, 0xc4}
)

// Ink selects the colour of the text that follows. Headings and tables have
// their own colours and reset it to black.
func (d *Doc) Ink(c Color) { d.f.SetTextColor(c.R, c.G, c.B) }

// Fill paints a rectangle, given in millimetres from the corner of the page.
func (d *Doc) Fill(c Color, x, y, width, height float64) {
	d.f.SetFillColor(c.R, c.G, c.B)
	d.f.Rect(x, y, width, height, "F")
}

// rule draws a thin line over the text area.
func (d *Doc) rule(c Color, y, width float64) {
	d.f.SetDrawColor(c.R, c.G, c.B)
	d.f.SetLineWidth(0.2)
	d.f.Line(marginSide, y, marginSide+width, y)
}
