package invoicepdf

import (
	"strings"

	"allot/internal/platform/pdf"
)

// How a text stands in its width.
const (
	alignLeft   = "L"
	alignRight  = "R"
	alignCenter = "C"
)

// span is a text and where it stands in its column.
type span struct {
	text     string
	x, width float64
	align    string
}

// line is one line of a column. It is never cut.
type line struct {
	spans  []span
	style  pdf.Style
	size   float64
	ink    pdf.Color
	gap    float64    // above it
	rule   *pdf.Color // above it, over its spans
	framed bool       // has a frame around its first span
}

func (l line) height() float64 { return l.gap + l.size*leading }

// column is lines below each other, from x.
type column struct {
	x     float64
	lines []line
}

// fitting returns how many lines fit into a height, and the height that they take.
func (c column) fitting(room float64) (lines int, height float64) {
	const roundingError = 1e-6
	for _, l := range c.lines {
		if height+l.height() > room+roundingError {
			break
		}
		height += l.height()
		lines++
	}
	return lines, height
}

// heightOf returns the height of columns that stand beside each other.
func heightOf(columns []column) float64 {
	height := 0.0
	for _, c := range columns {
		sum := 0.0
		for _, l := range c.lines {
			sum += l.height()
		}
		height = max(height, sum)
	}
	return height
}

// wrap breaks a text into lines like the given one, each with one span.
func (w *writer) wrap(text string, at span, like line) []line {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	w.doc.Font(like.style, like.size)
	var lines []line
	for _, part := range w.doc.Wrap(text, at.width) {
		l := like
		at.text = part
		l.spans = []span{at}
		lines = append(lines, l)
	}
	return lines
}

// columns draws columns beside each other. What does not fit on the page continues on
// the next.
func (w *writer) columns(columns ...column) {
	for w.doc.Raw().Ok() {
		if columns = w.drawFitting(columns, w.doc.Room()); len(columns) == 0 {
			return
		}
		w.doc.Break()
	}
}

// drawFitting draws the lines that fit into a height and returns the others, or nothing.
func (w *writer) drawFitting(columns []column, room float64) []column {
	top := w.doc.Raw().GetY()
	end, rest, more := top, make([]column, len(columns)), false
	for i, c := range columns {
		n, height := c.fitting(room)
		y := top
		for _, l := range c.lines[:n] {
			w.line(l, c.x, y)
			y += l.height()
		}
		end = max(end, top+height)
		rest[i] = column{c.x, c.lines[n:]}
		more = more || n < len(c.lines)
	}
	w.doc.Raw().SetY(end)
	if !more {
		return nil
	}
	return rest
}

func (w *writer) line(l line, x, y float64) {
	w.doc.Font(l.style, l.size)
	w.doc.Ink(l.ink)
	for _, s := range l.spans {
		if l.rule != nil {
			w.rule(*l.rule, x+s.x, y+l.gap/2, s.width)
		}
		align := s.align
		if align == "" {
			align = alignLeft
		}
		if l.framed {
			s = w.frame(l, s, x, y+l.gap)
			align = alignCenter
		}
		w.text(x+s.x, y+l.gap, s.width, l.size*leading, align, s.text)
	}
	w.doc.Ink(pdf.Ink)
}

// frame draws a frame at the right end of a span, and returns the span inside it.
func (w *writer) frame(l line, s span, x, y float64) span {
	const padding = 2.5
	f := w.doc.Raw()
	width := min(f.GetStringWidth(s.text)+2*padding, s.width)
	s.x, s.width = s.x+s.width-width, width
	f.SetDrawColor(l.ink.R, l.ink.G, l.ink.B)
	f.SetLineWidth(2 * ruleWidth)
	f.Rect(x+s.x, y-0.5, width, l.size*leading+1, "D")
	return s
}
