package chart

import "allot/internal/platform/pdf"

const lineWidth = 0.15

// text writes a line into a box. It must be clean and fit.
func (w *writer) text(x, y, width, height float64, align, text string) {
	f := w.doc.Raw()
	f.SetXY(x, y)
	f.CellFormat(width, height, text, "", 0, align, false, 0, "")
}

func (w *writer) line(c pdf.Color, x1, y1, x2, y2 float64) {
	f := w.doc.Raw()
	f.SetDrawColor(c.R, c.G, c.B)
	f.SetLineWidth(lineWidth)
	f.Line(x1, y1, x2, y2)
}
