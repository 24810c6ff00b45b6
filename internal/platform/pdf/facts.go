package pdf

import "slices"

// Fact is a value with its name.
type Fact struct{ Label, Value string }

const (
	// pairsFrom is the least width for two facts in one row.
	pairsFrom = 140.0
	// pairLines is the most lines of a value in half the width; longer values
	// take the whole width.
	pairLines  = 3
	factSize   = 8.5
	factPad    = 0.9
	factGutter = 3.0 // between two facts of one row
	panelSize  = 10.0
	panelLabel = 7.5
	panelPad   = 3.0
)

// Facts writes names and values as a table without a header, two facts in a row
// if the page is wide enough. Long facts come last and take the whole width.
func (d *Doc) Facts(facts []Fact) {
	label := column{width: 2.2, ink: &Muted}
	value := column{width: 2.8}
	wide := d.factTable(label, value)
	pair := wide
	if d.Width() >= pairsFrom {
		value.gutter = factGutter
		wide = d.factTable(label, column{width: 7.8})
		pair = d.factTable(label, value, label, value)
	}
	short, long := pair.sortFacts(facts)
	perRow := len(pair.columns) / 2
	var rows []factRow
	for part := range slices.Chunk(short, perRow) {
		rows = append(rows, factRow{pair, pair.wrapCells(Regular, factCells(part, perRow))})
	}
	for _, fact := range long {
		rows = append(rows, factRow{wide, wide.wrapCells(Regular, []string{fact.Label, fact.Value})})
	}
	for i, row := range rows {
		if i == len(rows)-2 { // keep the last two rows on one page
			d.need(min(row.height()+rows[i+1].height(), d.bottom()-marginTop))
		}
		d.Font(Regular, factSize)
		row.table.row(row.cells)
	}
	d.Space(factSize * leading / 2)
}

type factRow struct {
	table *table
	cells [][]string
}

func (r factRow) height() float64 { return r.table.rowHeight(r.cells) }

func (d *Doc) factTable(columns ...column) *table {
	t := &table{Doc: d, columns: columns, size: factSize, padding: factPad}
	t.share(d.Width())
	return t
}

func (t *table) sortFacts(facts []Fact) (short, long []Fact) {
	if len(t.columns) == 2 {
		return facts, nil
	}
	for _, fact := range facts {
		if cells := t.wrapCells(Regular, []string{fact.Label, fact.Value}); len(cells[1]) > pairLines {
			long = append(long, fact)
		} else {
			short = append(short, fact)
		}
	}
	return short, long
}

func factCells(row []Fact, perRow int) []string {
	cells := make([]string, 2*perRow)
	for i, fact := range row {
		cells[2*i], cells[2*i+1] = fact.Label, fact.Value
	}
	return cells
}

// Panel writes a few facts in large type on grey, each value below its name. It
// stays on one page; facts that need more than a page are written by Facts.
func (d *Doc) Panel(facts []Fact, columns int) {
	if len(facts) == 0 {
		return
	}
	width := (d.Width() - 2*panelPad) / float64(columns)
	var rows [][]panelCell
	total := panelPad
	for start := 0; start < len(facts); start += columns {
		row := d.panelRow(facts[start:min(start+columns, len(facts))], width-panelPad)
		rows = append(rows, row)
		total += panelHeight(row)
	}
	if total > d.bottom()-marginTop {
		d.Facts(facts)
		return
	}
	d.need(total)
	y := d.f.GetY()
	d.Fill(Sunken, marginSide, y, d.Width(), total)
	y += panelPad
	for _, row := range rows {
		for i, cell := range row {
			d.panelCell(cell, marginSide+panelPad+float64(i)*width, y)
		}
		y += panelHeight(row)
	}
	d.f.SetY(y)
	d.Space(panelPad)
}

type panelCell struct{ label, value []string }

func (d *Doc) panelRow(facts []Fact, width float64) []panelCell {
	cells := make([]panelCell, len(facts))
	for i, fact := range facts {
		d.Font(Regular, panelLabel)
		cells[i].label = d.Wrap(fact.Label, width)
		d.Font(Bold, panelSize)
		cells[i].value = d.Wrap(fact.Value, width)
	}
	return cells
}

func panelHeight(row []panelCell) float64 {
	height := 0.0
	for _, c := range row {
		height = max(height, float64(len(c.label))*panelLabel*leading+float64(len(c.value))*panelSize*leading)
	}
	return height + panelPad
}

func (d *Doc) panelCell(c panelCell, x, y float64) {
	draw := func(lines []string, size float64) {
		for _, line := range lines {
			d.f.SetXY(x, y)
			d.cell(0, size*leading, line, 0, "L")
			y += size * leading
		}
	}
	d.Font(Regular, panelLabel)
	d.Ink(Muted)
	draw(c.label, panelLabel)
	d.Font(Bold, panelSize)
	d.Ink(Ink)
	draw(c.value, panelSize)
}
