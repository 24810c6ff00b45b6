package pdf

import "fmt"

// Align places the text of a column.
type Align string

// The alignments.
const (
	Left   Align = "L"
	Center Align = "C"
	Right  Align = "R"
)

// Column describes one column of a table.
type Column struct {
	Title string
	Width float64 // share of the text area, in proportion to the other columns
	Align Align   // empty: Left
}

const (
	tableSize   = 9.0
	tableLine   = tableSize * leading
	cellPadding = 1.4
	// maxTitleLines keeps a title in a narrow column from filling the page.
	maxTitleLines = 4
)

type table struct {
	*Doc
	columns []Column
	widths  []float64
	titles  [][]string
}

// Table writes rows under a header that repeats on every page. Cells wrap; a
// row moves to the next page as a whole unless it is longer than a page.
func (d *Doc) Table(columns []Column, rows [][]string) {
	t := table{Doc: d, columns: columns}
	if err := t.measure(rows); err != nil {
		d.f.SetError(err)
		return
	}
	t.titles = t.wrapCells(Bold, t.columnTitles())
	for i, title := range t.titles {
		t.titles[i] = title[:min(len(title), maxTitleLines)]
	}
	d.need(rowHeight(t.titles) + tableLine + 2*cellPadding) // no header without a row
	t.header()
	for _, cells := range rows {
		t.row(t.wrapCells(Regular, cells))
	}
	d.Space(tableLine / 2)
}

func (t *table) measure(rows [][]string) error {
	sum := 0.0
	for _, c := range t.columns {
		if c.Width <= 0 {
			return fmt.Errorf("table column %q has no width", c.Title)
		}
		sum += c.Width
	}
	for i, cells := range rows {
		if len(cells) != len(t.columns) {
			return fmt.Errorf("table row %d has %d cells for %d columns", i, len(cells), len(t.columns))
		}
	}
	for _, c := range t.columns {
		t.widths = append(t.widths, c.Width/sum*t.Width())
	}
	return nil
}

func (t *table) columnTitles() []string {
	titles := make([]string, len(t.columns))
	for i, c := range t.columns {
		titles[i] = c.Title
	}
	return titles
}

// wrapCells leaves the style selected that the cells are drawn in.
func (t *table) wrapCells(style Style, cells []string) [][]string {
	t.Font(style, tableSize)
	wrapped := make([][]string, len(cells))
	for i, text := range cells {
		wrapped[i] = t.wrap(text, t.widths[i]-2*cellPadding)
	}
	return wrapped
}

func (t *table) header() {
	t.Font(Bold, tableSize)
	t.f.SetFillColor(230, 235, 241)
	t.f.Rect(marginSide, t.f.GetY(), t.Width(), rowHeight(t.titles), "F")
	t.draw(t.titles)
}

func (t *table) row(cells [][]string) {
	for t.f.Ok() { // after an error no page would ever have room
		room := t.roomOnPage(t.f.GetY())
		lines := longest(cells)
		if lines <= room {
			t.draw(cells)
			return
		}
		// Whole rows read better; a row longer than a page has to be cut.
		if lines > t.roomOnPage(marginTop+rowHeight(t.titles)) && room > 0 {
			var now [][]string
			now, cells = cutCells(cells, room)
			t.draw(now)
		}
		t.f.AddPage()
		t.header()
		t.Font(Regular, tableSize)
	}
}

// roomOnPage counts the lines of a row that fit between y and the page's end.
func (t *table) roomOnPage(y float64) int {
	return max(0, int((t.bottom()-y-2*cellPadding)/tableLine))
}

// draw writes one row, with a rule below.
func (t *table) draw(cells [][]string) {
	top, x := t.f.GetY(), marginSide
	for i, lines := range cells {
		for n, line := range lines {
			t.f.SetXY(x+cellPadding, top+cellPadding+float64(n)*tableLine)
			align := t.columns[i].Align
			if align == "" {
				align = Left
			}
			t.f.CellFormat(t.widths[i]-2*cellPadding, tableLine, line, "", 0, string(align), false, 0, "")
		}
		x += t.widths[i]
	}
	end := top + rowHeight(cells)
	t.f.SetDrawColor(200, 206, 214)
	t.f.SetLineWidth(0.2)
	t.f.Line(marginSide, end, marginSide+t.Width(), end)
	t.f.SetY(end)
}

func rowHeight(cells [][]string) float64 {
	return float64(longest(cells))*tableLine + 2*cellPadding
}

func longest(cells [][]string) int {
	most := 1
	for _, lines := range cells {
		most = max(most, len(lines))
	}
	return most
}

func cutCells(cells [][]string, lines int) (now, later [][]string) {
	for _, cell := range cells {
		at := min(lines, len(cell))
		now, later = append(now, cell[:at]), append(later, cell[at:])
	}
	return now, later
}
