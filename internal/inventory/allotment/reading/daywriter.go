package reading

import (
	"strconv"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// DayWriter writes the days of a room as JSON by hand, because encoding/json is too
// slow for the numbers of whole years. Set what the days of the room are, then call
// ByDate, List or Spans.
type DayWriter struct {
	Out     []byte
	Cells   rules.Cells
	Texts   *DayTexts
	Figures []Figure
	Reasons []uint8              // the code of each day; nil: not shown
	Extra   func(day int) []byte // more members of a day; nil: none

	season  civil.Range
	dates   []byte   // of the season, quoted, dateBytes each
	starts  []byte   // what each day of a daily list starts with, all of one length
	layout  string   // of starts
	differs []uint16 // by day; zero: it is written like the day before
}

// DayTexts are the members of a day that its state and the code of the deciding
// status decide.
type DayTexts [3][6]string

// Figure is a number of each day.
type Figure struct {
	Name   *FigureName
	Values []uint16
	Sums   []int // instead of Values: totals over rooms
}

// FigureName is the name of a figure in JSON. It has the texts of small numbers,
// which most are, ready: one copy instead of two.
type FigureName struct {
	text  string
	small [100]string
}

// NameFigure returns the name of a figure.
func NameFigure(name string) *FigureName {
	n := &FigureName{text: `,"` + name + `":`}
	for i := range n.small {
		n.small[i] = n.text + strconv.Itoa(i)
	}
	return n
}

func (f *Figure) at(day int) int {
	if f.Sums != nil {
		return f.Sums[day]
	}
	return int(f.Values[day])
}

// dateBytes is the length of a quoted date.
const dateBytes = len(`"2006-01-02"`)

// SetSeason says which days the values are of.
func (w *DayWriter) SetSeason(season civil.Range) {
	if w.season == season {
		return
	}
	w.season, w.dates, w.layout = season, w.dates[:0], ""
	for date := range season.All() {
		w.dates = append(date.AppendTo(append(w.dates, '"')), '"')
	}
}

// Text appends a text as it is.
func (w *DayWriter) Text(s string) { w.Out = append(w.Out, s...) }

// ByDate writes the days as objects that their dates name.
func (w *DayWriter) ByDate() { w.daily("", ":{") }

// List writes the days as a list of objects.
func (w *DayWriter) List() { w.daily(`{"date":`, ",") }

// daily writes day by day. A day like the one before, as most are, is copied.
func (w *DayWriter) daily(before, after string) {
	w.compare()
	size := w.setStarts(before, after)
	var last, end int
	for i := range w.Cells.State {
		w.Out = append(w.Out, w.starts[i*size:(i+1)*size]...)
		if i == 0 {
			w.Out = append(w.Out[:len(w.Out)-size], w.starts[1:size]...) // without the comma
		}
		start := len(w.Out)
		if i > 0 && w.differs[i] == 0 {
			w.Out = append(w.Out, w.Out[last:end]...)
		} else {
			w.day(i)
		}
		last, end = start, len(w.Out)
	}
}

// setStarts makes the starts of days, unless they are there from another room.
func (w *DayWriter) setStarts(before, after string) (size int) {
	if w.layout != before+after {
		w.layout, w.starts = before+after, w.starts[:0]
		for i := range w.season.Days() {
			w.starts = append(append(append(append(w.starts, ','), before...), w.date(i)...), after...)
		}
	}
	return 1 + len(before) + dateBytes + len(after)
}

// Spans writes the spans of equal days in parts of the season as a list of objects.
func (w *DayWriter) Spans(parts ...civil.Range) {
	w.compare()
	first := true
	for _, part := range parts {
		i, end := part.From.Sub(w.season.From), part.To.Sub(w.season.From)
		for i <= end {
			last := i
			for last < end && w.differs[last+1] == 0 {
				last++
			}
			if !first {
				w.Out = append(w.Out, ',')
			}
			first = false
			w.Out = append(append(w.Out, `{"from":`...), w.date(i)...)
			w.Out = append(append(append(w.Out, `,"to":`...), w.date(last)...), ',')
			w.day(i)
			i = last + 1
		}
	}
}

func (w *DayWriter) date(i int) []byte { return w.dates[i*dateBytes : (i+1)*dateBytes] }

// compare finds out which days are written like the one before. It goes value by
// value over all days, which is faster than day by day over all values.
func (w *DayWriter) compare() {
	days := len(w.Cells.State)
	if cap(w.differs) < days {
		w.differs = make([]uint16, days)
	}
	w.differs = w.differs[:days]
	clear(w.differs)
	if w.Extra != nil { // it may be about the single day
		for i := range w.differs {
			w.differs[i] = 1
		}
		return
	}
	mark(w.differs, w.Cells.State)
	mark(w.differs, w.Cells.Status)
	mark(w.differs, w.Reasons)
	for _, f := range w.Figures {
		mark(w.differs, f.Values)
		mark(w.differs, f.Sums)
	}
}

// mark marks the days whose value is not that of the day before.
func mark[T ~uint8 | ~uint16 | ~int](days []uint16, values []T) {
	for i := 1; i < len(values); i++ {
		if values[i] != values[i-1] {
			days[i] = 1
		}
	}
}

// day writes a day after its date, and closes it.
func (w *DayWriter) day(i int) {
	out := append(w.Out, w.Texts[w.Cells.State[i]][w.Cells.Status[i]]...)
	for f := range w.Figures {
		name, n := w.Figures[f].Name, w.Figures[f].at(i)
		if n < len(name.small) {
			out = append(out, name.small[n]...)
			continue
		}
		out = strconv.AppendInt(append(out, name.text...), int64(n), 10)
	}
	if w.Reasons != nil {
		out = append(out, reasonTexts[w.Reasons[i]]...)
	}
	if w.Extra != nil {
		out = append(append(out, ','), w.Extra(i)...)
	}
	w.Out = append(out, '}')
}

// reasonTexts are by code.
var reasonTexts = func() []string {
	texts := []string{`,"reason":null`}
	for _, r := range rules.Reasons {
		texts = append(texts, `,"reason":"`+string(r)+`"`)
	}
	return texts
}()
