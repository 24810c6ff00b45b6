package pdf

import "fmt"

// maxTitleLines keeps a title in a narrow column from filling the page.
const maxTitleLines = 4

type column struct {
	title  string
	width  float64 // share of the text area, in proportion to the other columns
	ink    *Color  // nil: black
	gutter float64 // space left free at the right
}

type table struct {
	*Doc
	columns       []column
	widths        []float64
	titles        [][]string // none: no header
	size, padding float64
}

// write draws rows under a header that repeats on every page. Cells wrap; a row
// moves to the next page as a whole unless it is longer than a page.
func (t *table) write(rows [][]string) {
	t.titles = t.wrapCells(Bold, t.columnTitles())
	for i, title := range t.titles {
		t.titles[i] = title[:min(len(title), maxTitleLines)]
	}
	t.need(t.rowHeight(t.titles) + t.line() + 2*t.padding) // no header without a row
	t.header()
	for _, cells := range rows {
		t.row(t.wrapCells(Regular, cells))
	}
	t.Space(t.line() / 2)
}

func (t *table) check(rows [][]string) error {
	for i, cells := range rows {
		if len(cells) != len(t.columns) {
			return fmt.Errorf("table row %d has %d cells for %d columns", i, len(cells), len(t.columns))
		}
	}
	return nil
}

// share divides the width among the columns.
func (t *table) share(width float64) {
	sum := 0.0
	for _, c := range t.columns {
		sum += c.width
	}
	for _, c := range t.columns {
		t.widths = append(t.widths, c.width/sum*width)
	}
}

// inner returns the width that a column has for text.
func (t *table) inner(i int) float64 { return t.widths[i] - 2*t.padding - t.columns[i].gutter }

func (t *table) line() float64 { return t.size * leading }

func (t *table) width() float64 {
	sum := 0.0
	for _, w := range t.widths {
		sum += w
	}
	return sum
}

func (t *table) columnTitles() []string {
	titles := make([]string, len(t.columns))
	for i, c := range t.columns {
		titles[i] = c.title
	}
	return titles
}

// wrapCells breaks cells into lines and leaves the given style selected.
func (t *table) wrapCells(style Style, cells []string) [][]string {
	t.Font(style, t.size)
	wrapped := make([][]string, len(cells))
	for i, text := range cells {
		wrapped[i] = t.Wrap(text, t.inner(i))
	}
	return wrapped
}

func (t *table) header() {
	if len(t.titles) == 0 {
		return
	}
	t.Font(Bold, t.size)
	t.Fill(Sunken, marginSide, t.f.GetY(), t.width(), t.rowHeight(t.titles))
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
		// Only a row longer than a page is cut.
		if lines > t.roomOnPage(marginTop+t.headerHeight()) && room > 0 {
			var now [][]string
			now, cells = cutCells(cells, room)
			t.draw(now)
		}
		t.f.AddPage()
		t.header()
		t.Font(Regular, t.size)
	}
}

// roomOnPage counts the lines of a row that fit between y and the page's end.
func (t *table) roomOnPage(y float64) int {
	return max(0, int((t.bottom()-y-2*t.padding)/t.line()))
}

func (t *table) draw(cells [][]string) {
	top, x := t.f.GetY(), marginSide
	for i, lines := range cells {
		if ink := t.columns[i].ink; ink != nil {
			t.Ink(*ink)
		}
		for n, line := range lines {
			t.f.SetXY(x+t.padding, top+t.padding+float64(n)*t.line())
			t.cell(t.inner(i), t.line(), line, 0, "L")
		}
		t.Ink(Ink)
		x += t.widths[i]
	}
	end := top + t.rowHeight(cells)
	t.rule(Hairline, end, t.width())
	t.f.SetY(end)
}

func (t *table) rowHeight(cells [][]string) float64 {
	return float64(longest(cells))*t.line() + 2*t.padding
}

func (t *table) headerHeight() float64 {
	if len(t.titles) == 0 {
		return 0
	}
	return t.rowHeight(t.titles)
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
