package chart

import "allot/internal/platform/pdf"

// look is the colours of a mark, the same as on the screen.
type look struct{ fill, ink pdf.Color }

var looks = [markCount]look{
	Open:      {pdf.Color{R: 0xff, G: 0xff, B: 0xff}, pdf.Ink},
	Free:      {pdf.Color{R: 0xcd, G: 0xf3, B: 0xf8}, pdf.Color{R: 0x0a, G: 0x55, B: 0x60}}, // cyan
	OnRequest: {pdf.Color{R: 0xff, G: 0xdf, B: 0xb0}, pdf.Color{R: 0x7a, G: 0x3e, B: 0x00}}, // orange
	Stop:      {pdf.Color{R: 0xfb, G: 0xc7, B: 0xc4}, pdf.Color{R: 0x8f, G: 0x14, B: 0x14}}, // red
	Blocked:   {pdf.Color{R: 0x3d, G: 0x4a, B: 0x5c}, pdf.Color{R: 0xf2, G: 0xf5, B: 0xf9}}, // dark slate
	past:      {pdf.Color{R: 0xe2, G: 0xe5, B: 0xea}, pdf.Muted},
}

const (
	legendHeight = 4.4
	legendSize   = 8.0
	legendGap    = 7.0 // at most
	legendBox    = 6.4
	boxGap       = 2.0
	sampleWidth  = 9.0
	laterLegend  = 16.5 // its position on the pages after the first
)

// legend explains the marks in one line at y, and the notation of units that
// change inside a month, if any do.
func (w *writer) legend(y float64) {
	x, gap := w.left, w.legendGap()
	for mark, name := range w.texts.Marks {
		w.legendMark(Mark(mark), x, y)
		x = w.legendText(name.Name, x+legendBox+boxGap, y) + gap
	}
	if w.changing {
		size := sizeOf(highestStep)
		w.unitsFrom("n", x, x+sampleWidth, y+(legendHeight-size.strip)/2, size)
		w.legendText(w.texts.UnitsFrom, x+sampleWidth+boxGap, y)
	}
}

// legendGap returns the space between the entries: less in a language with long
// texts.
func (w *writer) legendGap() float64 {
	w.doc.Font(pdf.Regular, legendSize)
	width, entries := 0.0, len(w.texts.Marks)
	for _, name := range w.texts.Marks {
		width += legendBox + boxGap + w.doc.Raw().GetStringWidth(name.Name)
	}
	if w.changing {
		width += sampleWidth + boxGap + w.doc.Raw().GetStringWidth(w.texts.UnitsFrom)
		entries++
	}
	return min(legendGap, (w.doc.Width()-width)/float64(entries-1))
}

func (w *writer) legendMark(mark Mark, x, y float64) {
	f := w.doc.Raw()
	w.doc.Fill(looks[mark].fill, x, y, legendBox, legendHeight)
	f.SetDrawColor(pdf.Hairline.R, pdf.Hairline.G, pdf.Hairline.B)
	f.SetLineWidth(lineWidth)
	f.Rect(x, y, legendBox, legendHeight, "D")
	w.doc.Ink(looks[mark].ink)
	w.doc.Font(pdf.Bold, legendSize-1)
	w.text(x, y, legendBox, legendHeight, "C", w.texts.Marks[mark].Letter)
}

// legendText writes a name and returns where it ends.
func (w *writer) legendText(text string, x, y float64) (end float64) {
	w.doc.Ink(pdf.Ink)
	w.doc.Font(pdf.Regular, legendSize)
	w.text(x, y, 0, legendHeight, "L", text)
	return x + w.doc.Raw().GetStringWidth(text)
}
