package invoicepdf

import "allot/internal/platform/pdf"

// Sizes in millimetres, those of text in points.
const (
	leading = 0.48 // height of a line in millimetres for each point

	titleSize  = 20.0
	nameSize   = 16.0
	markSize   = 9.0
	numberSize = 11.0
	headTop    = 14.0
	headHeight = 24.0

	partyGap    = 8.0
	captionSize = 7.5
	partyName   = 10.0
	partySize   = 9.0
	detailSize  = 8.0

	factColumns = 3
	textSize    = 9.0
	blockGap    = 3.0
	noteStart   = 18.0 // what stays together at the beginning of a note

	footerSize  = 7.0
	footerAt    = 14.0 // its lower end, from the lower edge of the paper
	footerGap   = 1.5
	footerLines = 24

	ruleWidth = 0.2
)

// text writes a line into a box. It must be clean and fit.
func (w *writer) text(x, y, width, height float64, align, text string) {
	f := w.doc.Raw()
	f.SetXY(x, y)
	f.CellFormat(width, height, text, "", 0, align, false, 0, "")
}

func (w *writer) rule(c pdf.Color, x, y, width float64) {
	f := w.doc.Raw()
	f.SetDrawColor(c.R, c.G, c.B)
	f.SetLineWidth(ruleWidth)
	f.Line(x, y, x+width, y)
}
