package chart

import (
	"strconv"

	"allot/internal/platform/pdf"
)

// The head of the first page, in millimetres and points.
const (
	headTop    = 13.0
	headHeight = 25.0
	headGap    = 6.0
	lineHeight = 0.48 // in millimetres for each point of size

	kickerSize   = 8.0
	nameSize     = 20.0
	smallestName = 11.0
	titleSize    = 11.0
	periodSize   = 9.0

	panelWidth = 94.0
	panelPad   = 3.5
	labelSize  = 7.5
	valueSize  = 12.0

	firstLegend = headTop + headHeight + 4
	monthsFrom  = firstLegend + legendHeight + 4
)

// head draws the head of the first page: the calendar and the summary.
func (w *writer) head() {
	x := w.left
	if logo, ok := w.logo(); ok {
		w.doc.Raw().SetY(headTop + (headHeight-logo.height)/2)
		w.doc.Image(logo.data, logo.width, logo.height)
		x += logo.width + headGap
	}
	w.caption(x, w.left+w.doc.Width()-panelWidth-headGap-x)
	w.panel()
	w.legend(firstLegend)
}

// caption writes the name of the property and, below it, the calendar and its
// kind.
func (w *writer) caption(x, width float64) {
	name := w.fit(pdf.Bold, w.Property, width, nameSize, smallestName)
	lines := []struct {
		style pdf.Style
		size  float64
		ink   pdf.Color
		text  string
	}{
		{pdf.Bold, kickerSize, pdf.Accent, w.texts.Title},
		{pdf.Bold, name, pdf.Ink, w.Property},
		{pdf.Bold, titleSize, pdf.Ink, w.fitTitle(width)},
		{pdf.Regular, periodSize, pdf.Muted, w.texts.period(w.Window)},
	}
	height := 0.0
	for _, l := range lines {
		height += l.size * lineHeight
	}
	y := headTop + (headHeight-height)/2
	for _, l := range lines {
		w.doc.Font(l.style, l.size)
		w.doc.Ink(l.ink)
		w.text(x, y, width, l.size*lineHeight, "L", w.doc.Cut(l.text, width))
		y += l.size * lineHeight
	}
	w.doc.Ink(pdf.Ink)
}

// fit selects the largest font, down to a smallest one, in which a text fits on
// one line, and returns its size.
func (w *writer) fit(style pdf.Style, text string, width, size, smallest float64) float64 {
	text = pdf.Clean(text)
	for ; size > smallest; size-- {
		w.doc.Font(style, size)
		if w.doc.Raw().GetStringWidth(text) <= width {
			return size
		}
	}
	w.doc.Font(style, smallest)
	return smallest
}

// fitTitle shortens the calendar's name rather than its kind, which is short.
func (w *writer) fitTitle(width float64) string {
	w.doc.Font(pdf.Bold, titleSize)
	kind := w.doc.Raw().GetStringWidth(pdf.Clean(separator + w.Kind))
	return joined(w.doc.Cut(w.Calendar, width-kind), w.Kind)
}

// panel draws the summary at the right edge, with two values in a row.
func (w *writer) panel() {
	const columns, rows = 2, 2
	left := w.left + w.doc.Width() - panelWidth
	w.doc.Fill(pdf.Sunken, left, headTop, panelWidth, headHeight)
	width, height := (panelWidth-panelPad)/columns, headHeight/rows
	for i, fact := range w.summary() {
		x := left + panelPad + float64(i%columns)*width
		y := headTop + float64(i/columns)*height + (height-(labelSize+valueSize)*lineHeight)/2
		w.doc.Font(pdf.Regular, labelSize)
		w.doc.Ink(pdf.Muted)
		w.text(x, y, width-panelPad, labelSize*lineHeight, "L", w.doc.Cut(fact.Label, width-panelPad))
		w.doc.Font(pdf.Bold, valueSize)
		w.doc.Ink(pdf.Ink)
		w.text(x, y+labelSize*lineHeight, width-panelPad, valueSize*lineHeight, "L", fact.Value)
	}
}

func (w *writer) summary() []pdf.Fact {
	return []pdf.Fact{
		{Label: w.texts.RoomTypes, Value: strconv.Itoa(len(w.Rooms))},
		{Label: w.texts.TotalUnits, Value: w.totalUnits()},
		{Label: w.texts.MonthsCovered, Value: strconv.Itoa(len(w.months))},
		{Label: w.texts.MarkedDays, Value: strconv.Itoa(w.markedDays())},
	}
}
