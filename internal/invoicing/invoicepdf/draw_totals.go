package invoicepdf

import "allot/internal/platform/pdf"

const (
	sumSize    = 9.0
	strongSize = 11.0
	sumGap     = 1.0
	sumsTop    = 4.0
	sumLabel   = 30.0 // the least width of a label
)

// closing returns the taxes and the sums, which stand beside each other below the
// lines.
func (w *writer) closing() []column {
	half := (w.doc.Width() - partyGap) / 2
	columns := []column{
		{w.left, w.taxLines(half)},
		{w.left + half + partyGap, w.sumLines(half)},
	}
	for _, c := range columns {
		if len(c.lines) > 0 {
			c.lines[0].gap = sumsTop
		}
	}
	return columns
}

func (w *writer) taxLines(width float64) []line {
	if len(w.Taxes) == 0 {
		return nil
	}
	lines := w.taxLine(w.TaxHead, width, line{style: pdf.Bold, size: captionSize, ink: pdf.Muted})
	for _, t := range w.Taxes {
		like := line{size: sumSize, ink: pdf.Ink, gap: sumGap}
		lines = append(lines, w.taxLine([]string{t.Rate, t.Base, t.Amount}, width, like)...)
		lines = append(lines, w.wrap(t.Reason, span{width: width}, line{size: captionSize, ink: pdf.Muted})...)
	}
	return lines
}

// taxLine puts three texts beside each other, each in as many lines as it needs.
func (w *writer) taxLine(texts []string, width float64, like line) []line {
	const columns = 3
	part := width / columns
	w.doc.Font(like.style, like.size)
	var lines []line
	for i, text := range texts {
		at := span{x: float64(i) * part, width: part - cellSide}
		if i > 0 {
			at = span{x: at.x, width: part, align: right}
		}
		for n, s := range w.wrap(text, at, like) {
			if n == len(lines) {
				lines = append(lines, like)
			}
			lines[n].spans = append(lines[n].spans, s.spans...)
		}
	}
	for i := 1; i < len(lines); i++ {
		lines[i].gap = 0
	}
	return lines
}

func (w *writer) sumLines(width float64) []line {
	var lines []line
	value := w.valueWidth(width)
	for i, t := range w.Totals {
		like := line{size: sumSize, ink: pdf.Ink, gap: sumGap}
		if t.Strong {
			like = line{style: pdf.Bold, size: strongSize, ink: w.colors.text, gap: 3 * sumGap}
		}
		part := w.sumLine(t, width, value, like)
		if t.Strong && i > 0 {
			part[0].rule = &w.colors.text
		}
		lines = append(lines, part...)
	}
	return lines
}

// sumLine has the value beside the last line of its label.
func (w *writer) sumLine(t total, width, value float64, like line) []line {
	lines := w.wrap(t.Label, span{width: width - value}, like)
	for i := 1; i < len(lines); i++ {
		lines[i].gap = 0
	}
	values := w.wrap(t.Value, span{x: width - value, width: value, align: right}, like)
	last := &lines[len(lines)-1]
	last.spans = append(last.spans, values[0].spans...)
	return append(lines, values[1:]...)
}

// valueWidth returns the width of the longest sum.
func (w *writer) valueWidth(width float64) float64 {
	const slack = 4.0
	w.doc.Font(pdf.Bold, strongSize)
	longest := 0.0
	for _, t := range w.Totals {
		longest = max(longest, w.doc.Raw().GetStringWidth(pdf.Clean(t.Value)))
	}
	return min(longest+slack, width-sumLabel)
}
