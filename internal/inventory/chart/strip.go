package chart

import (
	"strconv"

	"allot/internal/platform/civil"
	"allot/internal/platform/pdf"
)

// strip writes below the days of a room its units, each where they start to
// apply.
func (w *writer) strip(room Room, month civil.Range, y float64, s size) {
	for _, r := range w.runs(room, month) {
		w.unitsFrom(strconv.Itoa(r.units), w.dayAt(r.from, month), w.dayAt(r.to+1, month), y, s)
	}
}

// unitsFrom writes a number at the first of its days and draws a line over the
// rest.
func (w *writer) unitsFrom(units string, from, to, y float64, s size) {
	const pad = 0.8
	w.doc.Font(pdf.Bold, s.stripFont)
	w.doc.Ink(pdf.Accent)
	w.text(from+pad, y, 0, s.strip, "L", units)
	w.doc.Ink(pdf.Ink)
	w.line(pdf.Accent, from, y+0.4, from, y+s.strip-0.4)
	start, end := from+2*pad+w.doc.Raw().GetStringWidth(units), to-pad
	if start < end {
		w.line(pdf.Accent, start, y+s.strip/2, end, y+s.strip/2)
	}
}
