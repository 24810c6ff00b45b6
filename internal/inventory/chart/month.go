package chart

import (
	"strconv"

	"allot/internal/platform/civil"
	"allot/internal/platform/pdf"
)

const (
	dayWidth   = 6.4
	daysAcross = 31
	unitsWidth = 14.0
	nameGap    = 2.0
	monday     = 1
	saturday   = 6

	noteSize      = 10.0
	smallestUnits = 4.0
)

// weekendLine frames the weekends, so that weeks are visible; a background
// colour would look like a mark.
var weekendLine = pdf.Color{R: 0x9a, G: 0xa5, B: 0xb4}

// draw draws the tables of all months, page by page.
func (w *writer) draw() {
	_, top, _, below := w.doc.Raw().GetMargins()
	_, high := w.doc.Raw().GetPageSize()
	if len(w.Rooms) == 0 {
		w.doc.Font(pdf.Regular, noteSize)
		w.text(w.left, monthsFrom, w.doc.Width(), noteSize, "L", w.texts.NoRooms)
		return
	}
	for _, p := range layout(len(w.months), len(w.Rooms), w.heights(), frame{first: monthsFrom, top: top, bottom: high - below}) {
		if p.page > w.doc.Raw().PageNo() {
			w.doc.Break()
			w.legend(laterLegend)
		}
		w.month(p)
	}
}

// heights counts the lines of each name once for each step.
func (w *writer) heights() heights {
	changes := make([][]bool, len(w.months))
	for m, month := range w.months {
		for _, room := range w.Rooms {
			changes[m] = append(changes[m], w.changes(room, month))
		}
	}
	lines := map[int][]int{}
	return func(month, step int) []float64 {
		size := sizeOf(step)
		if lines[step] == nil {
			for _, room := range w.Rooms {
				lines[step] = append(lines[step], len(w.nameLines(room, size)))
			}
		}
		rows := make([]float64, len(w.Rooms))
		for i := range rows {
			rows[i] = size.rowHeight(lines[step][i], changes[month][i])
		}
		return rows
	}
}

func (w *writer) nameWidth() float64 { return w.daysFrom() - w.left - unitsWidth - nameGap }

// daysFrom returns where the days start.
func (w *writer) daysFrom() float64 { return w.left + w.doc.Width() - daysAcross*dayWidth }

// month draws one table.
func (w *writer) month(p part) {
	month, size := w.months[p.month], sizeOf(p.step)
	if p.from == 0 {
		w.doc.Raw().Bookmark(w.texts.month(month.From), 0, p.y)
	}
	w.monthHead(month, p.y, size)
	y := p.y + size.title
	for i, room := range w.Rooms[p.from:p.to] {
		cells := p.rows[i]
		if w.changes(room, month) {
			cells -= size.strip
			w.strip(room, month, y+cells, size)
		}
		w.room(room, month, y, p.rows[i], size)
		w.marks(room, month, y, cells, size)
		y += p.rows[i]
	}
	w.grid(month, p, size)
}

// monthHead draws the name of the month and a column head for each day.
func (w *writer) monthHead(month civil.Range, y float64, s size) {
	half := s.title / 2
	w.doc.Ink(pdf.Accent)
	w.doc.Font(pdf.Bold, s.month)
	w.text(w.left, y, w.nameWidth(), s.title, "L", w.doc.Cut(w.texts.month(month.From), w.nameWidth()))
	w.doc.Ink(pdf.Muted)
	if w.numbered() {
		w.doc.Font(pdf.Regular, s.column)
		w.text(w.daysFrom()-unitsWidth, y+half, unitsWidth-nameGap, half, "R", w.texts.Units)
	}
	for d := range month.All() {
		x := w.dayAt(d, month)
		style, ink := pdf.Regular, pdf.Muted
		if d.Weekday() >= saturday {
			style, ink = pdf.Bold, pdf.Ink
			w.doc.Fill(pdf.Sunken, x, y, dayWidth, s.title)
		}
		w.doc.Ink(ink)
		w.doc.Font(style, s.weekday)
		w.text(x, y+0.3, dayWidth, half, "C", w.texts.Weekdays[d.Weekday()-1])
		w.doc.Font(style, s.day)
		w.text(x, y+half-0.2, dayWidth, half, "C", strconv.Itoa(d.Day()))
	}
	w.doc.Ink(pdf.Ink)
}

// dayAt returns where the column of a day starts.
func (w *writer) dayAt(d civil.Date, month civil.Range) float64 {
	return w.daysFrom() + float64(d.Sub(month.From))*dayWidth
}

// nameLines returns a room's name split into lines.
func (w *writer) nameLines(room Room, s size) []string {
	w.doc.Font(pdf.Regular, s.name)
	lines := w.doc.Wrap(room.Name, w.nameWidth())
	if most := s.nameLines(); len(lines) > most {
		lines = append(lines[:most-1], w.doc.Cut(lines[most-1]+" "+lines[most]+"…", w.nameWidth()))
	}
	return lines
}

// room writes the name and units in front of the days.
func (w *writer) room(room Room, month civil.Range, y, row float64, s size) {
	lines := w.nameLines(room, s)
	top := y + (row-float64(len(lines))*s.nameLine())/2
	for i, line := range lines {
		w.text(w.left, top+float64(i)*s.nameLine(), w.nameWidth(), s.nameLine(), "L", line)
	}
	if room.Units == nil {
		return
	}
	units := w.unitsOf(room, month)
	w.doc.Ink(pdf.Muted)
	w.fit(pdf.Regular, units, unitsWidth-nameGap, s.name, smallestUnits)
	w.text(w.daysFrom()-unitsWidth, y, unitsWidth-nameGap, row, "R", units)
	w.doc.Ink(pdf.Ink)
}

// markAt returns the mark of a room on a day.
func (w *writer) markAt(room Room, d civil.Date) Mark {
	if d < w.today {
		return past
	}
	return room.Days[d.Sub(w.Window.From)]
}

// marks fills the days that are not open, with one rectangle for adjacent days
// of one mark, and writes the letter into each.
func (w *writer) marks(room Room, month civil.Range, y, row float64, s size) {
	w.doc.Font(pdf.Bold, s.mark)
	for from := month.From; from <= month.To; {
		mark, n := w.markAt(room, from), 1
		for from.Add(n) <= month.To && w.markAt(room, from.Add(n)) == mark {
			n++
		}
		if mark != Open {
			x := w.dayAt(from, month)
			w.doc.Fill(looks[mark].fill, x, y, float64(n)*dayWidth, row)
			w.doc.Ink(looks[mark].ink)
			for i := range n {
				w.text(x+float64(i)*dayWidth, y, dayWidth, row, "C", w.texts.Marks[mark].Letter)
			}
		}
		from = from.Add(n)
	}
	w.doc.Ink(pdf.Ink)
}

// grid draws the lines over the marks, as long lines to keep the file small.
func (w *writer) grid(month civil.Range, p part, s size) {
	body, right := p.y+s.title, w.daysFrom()+float64(month.Days())*dayWidth
	y := body
	w.line(pdf.Hairline, w.left, y, right, y)
	for i, row := range p.rows {
		if w.changes(w.Rooms[p.from+i], month) {
			w.line(pdf.Hairline, w.daysFrom(), y+row-s.strip, right, y+row-s.strip)
			w.days(month, y, y+row-s.strip)
		} else {
			w.days(month, y, y+row)
		}
		y += row
		w.line(pdf.Hairline, w.left, y, right, y)
	}
}

// days draws the lines between the days of rows.
func (w *writer) days(month civil.Range, from, to float64) {
	for i := range month.Days() + 1 {
		c := pdf.Hairline
		if day := month.From.Add(i).Weekday(); i > 0 && i < month.Days() && (day == saturday || day == monday) {
			c = weekendLine
		}
		x := w.daysFrom() + float64(i)*dayWidth
		w.line(c, x, from, x, to)
	}
}
