package chart

import (
	"strconv"

	"allot/internal/platform/civil"
	"allot/internal/platform/pdf"
)

const (
	dayWidth   = 6.4
	daysAcross = 31
	unitsWidth = 9.0
	nameGap    = 2.0
	monday     = 1
	saturday   = 6

	monthSize   = 10.5
	weekdaySize = 5.5
	daySize     = 7.0
	unitsSize   = 6.0
	noteSize    = 10.0
)

// weekendLine frames the weekends, so that weeks are seen at once; a ground of
// their own would look like a mark.
var weekendLine = pdf.Color{R: 0x9a, G: 0xa5, B: 0xb4}

// draw writes the tables of all months, page by page.
func (w *writer) draw() {
	_, top, _, below := w.doc.Raw().GetMargins()
	_, high := w.doc.Raw().GetPageSize()
	if len(w.Rooms) == 0 {
		w.doc.Font(pdf.Regular, noteSize)
		w.text(w.left, monthsFrom, w.doc.Width(), noteSize, "L", w.words.NoRooms)
		return
	}
	for _, p := range layout(len(w.months), len(w.Rooms), frame{first: monthsFrom, top: top, bottom: high - below}) {
		if p.page > w.doc.Raw().PageNo() {
			w.doc.Break()
			w.legend(laterLegend)
		}
		w.month(p)
	}
}

// nameFont is the size of a room's name in a row of that height.
func nameFont(row float64) float64 { return min(8.5, row*1.6) }

func (w *writer) nameWidth() float64 { return w.daysFrom() - w.left - unitsWidth - nameGap }

// daysFrom is where the days start.
func (w *writer) daysFrom() float64 { return w.left + w.doc.Width() - daysAcross*dayWidth }

// month draws one table.
func (w *writer) month(p part) {
	month := w.months[p.month]
	if p.from == 0 {
		w.doc.Raw().Bookmark(w.words.month(month.From), 0, p.y)
	}
	w.monthHead(month, p.y)
	first := month.From.Sub(w.Window.From)
	body := p.y + titleHeight
	for i, room := range w.Rooms[p.from:p.to] {
		y := body + float64(i)*p.row
		w.room(room, y, p.row)
		w.marks(room.Days[first:first+month.Days()], y, p.row)
	}
	w.grid(month, body, p.row, p.rows())
}

// monthHead is the name of the month and a column head for each day.
func (w *writer) monthHead(month civil.Range, y float64) {
	const half = titleHeight / 2
	w.doc.Ink(pdf.Accent)
	w.doc.Font(pdf.Bold, monthSize)
	w.text(w.left, y, w.nameWidth(), titleHeight, "L", w.doc.Cut(w.words.month(month.From), w.nameWidth()))
	w.doc.Ink(pdf.Muted)
	w.doc.Font(pdf.Regular, unitsSize)
	w.text(w.daysFrom()-unitsWidth, y+half, unitsWidth-nameGap, half, "R", w.words.Units)
	for d := range month.All() {
		x := w.daysFrom() + float64(d.Sub(month.From))*dayWidth
		style, ink := pdf.Regular, pdf.Muted
		if d.Weekday() >= saturday {
			style, ink = pdf.Bold, pdf.Ink
			w.doc.Fill(pdf.Sunken, x, y, dayWidth, titleHeight)
		}
		w.doc.Ink(ink)
		w.doc.Font(style, weekdaySize)
		w.text(x, y+0.3, dayWidth, half, "C", w.words.Weekdays[d.Weekday()-1])
		w.doc.Font(style, daySize)
		w.text(x, y+half-0.2, dayWidth, half, "C", strconv.Itoa(d.Day()))
	}
	w.doc.Ink(pdf.Ink)
}

// room writes what stands in front of the days.
func (w *writer) room(room Room, y, row float64) {
	w.doc.Font(pdf.Regular, nameFont(row))
	w.text(w.left, y, w.nameWidth(), row, "L", w.doc.Cut(room.Name, w.nameWidth()))
	w.doc.Ink(pdf.Muted)
	w.text(w.daysFrom()-unitsWidth, y, unitsWidth-nameGap, row, "R", strconv.Itoa(room.Units))
	w.doc.Ink(pdf.Ink)
}

// marks fills the days that are not open, with one rectangle for neighbours of
// one kind, and writes the letter into each.
func (w *writer) marks(days []Mark, y, row float64) {
	w.doc.Font(pdf.Bold, nameFont(row)-1)
	for from := 0; from < len(days); {
		mark, n := days[from], 1
		for from+n < len(days) && days[from+n] == mark {
			n++
		}
		if mark != Open {
			x := w.daysFrom() + float64(from)*dayWidth
			w.doc.Fill(looks[mark].fill, x, y, float64(n)*dayWidth, row)
			w.doc.Ink(looks[mark].ink)
			for i := range n {
				w.text(x+float64(i)*dayWidth, y, dayWidth, row, "C", w.words.Marks[mark].Letter)
			}
		}
		from += n
	}
	w.doc.Ink(pdf.Ink)
}

// grid draws the lines over the marks: long ones, which keeps the file small.
func (w *writer) grid(month civil.Range, body, row float64, rows int) {
	end := body + float64(rows)*row
	right := w.daysFrom() + float64(month.Days())*dayWidth
	for i := range rows + 1 {
		y := body + float64(i)*row
		w.line(pdf.Hairline, w.left, y, right, y)
	}
	for i := range month.Days() + 1 {
		x := w.daysFrom() + float64(i)*dayWidth
		w.line(pdf.Hairline, x, body, x, end)
	}
	for i := 1; i < month.Days(); i++ {
		if day := month.From.Add(i).Weekday(); day == saturday || day == monday {
			x := w.daysFrom() + float64(i)*dayWidth
			w.line(weekendLine, x, body, x, end)
		}
	}
}
