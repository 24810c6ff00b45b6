package invoicepdf

import (
	"math"
	"regexp"
	"strconv"

	"allot/internal/platform/pdf"
)

// readable is the contrast between text and its ground that WCAG asks for.
const readable = 4.5

var (
	white     = pdf.Color{R: 0xff, G: 0xff, B: 0xff}
	colorForm = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
)

// palette has the colours of a document, all made from one.
type palette struct {
	ground pdf.Color // of the head of the table: the colour itself
	onIt   pdf.Color // of text on that ground
	text   pdf.Color // the colour, as dark as text on white has to be
	mark   pdf.Color
}

// markColors are those of the marks.
var markColors = map[Mark]pdf.Color{
	MarkDraft:     pdf.Muted,
	MarkCancelled: {R: 0xb4, G: 0x23, B: 0x18},
	MarkPaid:      {R: 0x1a, G: 0x7f, B: 0x37},
}

func newPalette(primary string, m Mark) palette {
	c := pdf.Accent
	if colorForm.MatchString(primary) {
		n, _ := strconv.ParseUint(primary[1:], 16, 32) // the form allows nothing else
		c = pdf.Color{R: int(n >> 16), G: int(n >> 8 & 0xff), B: int(n & 0xff)}
	}
	p := palette{ground: c, onIt: white, text: c, mark: markColors[m]}
	if contrast(c, white) < contrast(c, pdf.Ink) {
		p.onIt = pdf.Ink
	}
	for contrast(p.text, white) < readable {
		p.text = darker(p.text)
	}
	return p
}

func darker(c pdf.Color) pdf.Color {
	const share = 0.95
	less := func(v int) int { return int(share * float64(v)) }
	return pdf.Color{R: less(c.R), G: less(c.G), B: less(c.B)}
}

// contrast is the contrast ratio of WCAG, from 1 to 21.
func contrast(a, b pdf.Color) float64 {
	const flare = 0.05
	x, y := luminance(a), luminance(b)
	return (max(x, y) + flare) / (min(x, y) + flare)
}

func luminance(c pdf.Color) float64 {
	const red, green, blue, full = 0.2126, 0.7152, 0.0722, 255
	return red*linear(float64(c.R)/full) + green*linear(float64(c.G)/full) + blue*linear(float64(c.B)/full)
}

// linear is the curve of sRGB, from the stored value to the amount of light.
func linear(v float64) float64 {
	const (
		bend, slope   = 0.04045, 12.92
		offset, power = 0.055, 2.4
	)
	if v <= bend {
		return v / slope
	}
	return math.Pow((v+offset)/(1+offset), power)
}
