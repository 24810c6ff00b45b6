package chart

import "allot/internal/platform/pdf"

// look is how a mark is drawn: the colours of the screen, so that both match.
type look struct{ fill, ink pdf.Color }

var looks = [markCount]look{
	Open:      {pdf.Color{R: 0xff, G: 0xff, B: 0xff}, pdf.Ink},
	Free:      {pdf.Color{R: 0xcd, G: 0xf3, B: 0xf8}, pdf.Color{R: 0x0a, G: 0x55, B: 0x60}}, // cyan
	OnRequest: {pdf.Color{R: 0xff, G: 0xdf, B: 0xb0}, pdf.Color{R: 0x7a, G: 0x3e, B: 0x00}}, // orange
	Stop:      {pdf.Color{R: 0xfb, G: 0xc7, B: 0xc4}, pdf.Color{R: 0x8f, G: 0x14, B: 0x14}}, // red
	Blocked:   {pdf.Color{R: 0x3d, G: 0x4a, B: 0x5c}, pdf.Color{R: 0xf2, G: 0xf5, B: 0xf9}}, // dark slate
}

const (
	legendHeight = 4.4
	legendSize   = 8.0
	legendGap    = 7.0
	laterLegend  = 16.5 // where it stands on the pages after the first
)

// legend explains the marks in one line at y.
func (w *writer) legend(y float64) {
	x := w.left
	f := w.doc.Raw()
	for mark, name := range w.words.Marks {
		w.doc.Fill(looks[mark].fill, x, y, dayWidth, legendHeight)
		f.SetDrawColor(pdf.Hairline.R, pdf.Hairline.G, pdf.Hairline.B)
		f.SetLineWidth(lineWidth)
		f.Rect(x, y, dayWidth, legendHeight, "D")
		w.doc.Ink(looks[mark].ink)
		w.doc.Font(pdf.Bold, legendSize-1)
		w.text(x, y, dayWidth, legendHeight, "C", name.Letter)
		x += dayWidth + 2
		w.doc.Ink(pdf.Ink)
		w.doc.Font(pdf.Regular, legendSize)
		w.text(x, y, 0, legendHeight, "L", name.Name)
		x += f.GetStringWidth(name.Name) + legendGap
	}
}
