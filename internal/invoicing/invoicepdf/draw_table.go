package invoicepdf

import (
	"strings"

	"allot/internal/platform/pdf"
)

const (
	cellSize    = 8.5
	staySize    = 7.5
	cellPadding = 1.3 // above and below the text of a row
	cellSide    = 1.5
	piece       = 15.0 // the least part of a row that is cut
)

// widest is the most that a column takes; the description has what is left.
var widest = [...]float64{14, 0, 28, 40, 20, 40}

// The columns.
const (
	columnPosition = iota
	columnDescription
	columnQuantity
	columnPrice
	columnRate
	columnNet
)

// grid draws the table of lines over the pages.
type grid struct {
	*writer
	widths []float64
	full   float64 // height for rows on a page that the table begins
	// top is set on such a page as long as it has no row.
	top bool
	sum string // of the rows so far
}

// lines draws the table. What follows it, the sums, stays with its last row.
func (w *writer) lines() {
	g := &grid{writer: w, widths: w.columnWidths()}
	_, marginTop, _, _ := w.doc.Raw().GetMargins()
	height := w.doc.Room() + w.doc.Raw().GetY() - marginTop
	g.full = height - g.headHeight() - g.carryHeight()
	after := heightOf(w.closing())
	if after > g.full/2 { // sums longer than a page cannot stay together
		after = g.full / 2
	}
	w.doc.Space(blockGap)
	if w.doc.Room() < g.headHeight()+g.firstRow()+max(g.carryHeight(), after) {
		w.doc.Break()
	}
	g.head()
	for i, r := range w.Table.Rows {
		extra := g.carryHeight()
		if i == len(w.Table.Rows)-1 {
			extra = after
		}
		g.row(r, extra)
	}
}

func (g *grid) firstRow() float64 {
	if len(g.Table.Rows) == 0 {
		return 0
	}
	return min(heightOf(g.cells(g.Table.Rows[0]))+2*cellPadding, piece)
}

// row draws a row and leaves room for extra below it. Only a row longer than a page is
// cut.
func (g *grid) row(r row, extra float64) {
	cells := g.cells(r)
	for g.doc.Raw().Ok() {
		height := heightOf(cells) + 2*cellPadding
		room := g.doc.Room() - extra
		switch {
		case height <= room:
			g.draw(cells, height)
			g.sum = r.Sum
			g.rule(pdf.Hairline, g.left, g.doc.Raw().GetY(), g.doc.Width())
			return
		case !g.top && (height <= g.full-extra || room < piece):
			g.turn()
		default:
			cells = g.draw(cells, room)
			g.sum = r.Sum
			g.turn()
		}
	}
}

// draw draws the part of a row that fits into a height, and returns the rest.
func (g *grid) draw(cells []column, height float64) []column {
	f := g.doc.Raw()
	f.SetY(f.GetY() + cellPadding)
	rest := g.drawFitting(cells, height-2*cellPadding)
	f.SetY(f.GetY() + cellPadding)
	g.top = false
	return rest
}

// turn goes on to the next page, with the sum so far at the end of this one and at the
// beginning of that.
func (g *grid) turn() {
	if g.sum != "" {
		g.carry(g.Table.Carried)
	}
	g.doc.Break()
	g.head()
	if g.sum != "" {
		g.carry(g.Table.Brought)
	}
	g.top = true
}

func (g *grid) carryHeight() float64 { return cellSize*leading + 2*cellPadding }

func (g *grid) carry(label string) {
	net := g.x(columnNet) + cellSide
	end := g.doc.Width() - cellSide
	g.draw([]column{{g.left, []line{{
		spans: []span{
			{text: label, width: net - 2*cellSide, align: alignRight},
			{text: g.sum, x: net, width: end - net, align: alignRight},
		},
		style: pdf.Italic, size: cellSize, ink: pdf.Muted,
	}}}}, g.carryHeight())
	g.rule(pdf.Hairline, g.left, g.doc.Raw().GetY(), g.doc.Width())
}

func (g *grid) head() {
	y := g.doc.Raw().GetY()
	g.doc.Fill(g.colors.ground, g.left, y, g.doc.Width(), g.headHeight())
	g.rule(g.colors.text, g.left, y+g.headHeight(), g.doc.Width())
	g.draw(g.titles(), g.headHeight())
	g.doc.Raw().SetY(y + g.headHeight())
}

func (g *grid) headHeight() float64 { return heightOf(g.titles()) + 2*cellPadding }

func (g *grid) titles() []column {
	return g.cellsOf(g.Table.Head, line{style: pdf.Bold, size: cellSize, ink: g.colors.onIt})
}

func (g *grid) cells(r row) []column {
	like := line{size: cellSize, ink: pdf.Ink}
	cells := g.cellsOf(r.texts(), like)
	description := &cells[columnDescription]
	at := span{width: g.widths[columnDescription] - 2*cellSide}
	description.lines = append(description.lines, g.wrap(r.Stay, at, line{size: staySize, ink: pdf.Muted})...)
	return cells
}

// texts returns a row in the order of the columns.
func (r row) texts() []string {
	return []string{r.Position, r.Description, r.Quantity, r.Price, r.Rate, r.Net}
}

func (g *grid) cellsOf(texts []string, like line) []column {
	cells := make([]column, len(texts))
	for i, text := range texts {
		at := span{width: g.widths[i] - 2*cellSide}
		if i >= columnQuantity {
			at.align = alignRight
		}
		cells[i] = column{g.left + g.x(i) + cellSide, g.wrap(text, at, like)}
	}
	return cells
}

// x returns where a column begins, from the left edge of the table.
func (g *grid) x(column int) float64 {
	sum := 0.0
	for _, width := range g.widths[:column] {
		sum += width
	}
	return sum
}

// columnWidths makes every column as wide as its longest text, within bounds, and
// gives the rest to the description.
func (w *writer) columnWidths() []float64 {
	widths := make([]float64, len(w.Table.Head))
	w.doc.Font(pdf.Bold, cellSize)
	for i, title := range w.Table.Head {
		for part := range strings.Lines(title) {
			widths[i] = max(widths[i], w.doc.Raw().GetStringWidth(strings.TrimSpace(part)))
		}
	}
	w.doc.Font(pdf.Regular, cellSize)
	for _, r := range w.Table.Rows {
		for i, text := range append(r.texts()[:columnNet], r.Sum) {
			widths[i] = max(widths[i], w.doc.Raw().GetStringWidth(pdf.Clean(text)))
		}
	}
	const slack = 0.1 // for errors of rounding
	rest := w.doc.Width()
	for i := range widths {
		widths[i] = min(widths[i]+2*cellSide+slack, widest[i])
		rest -= widths[i]
	}
	widths[columnDescription] = rest
	return widths
}
