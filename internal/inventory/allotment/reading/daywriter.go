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
	differs []uint16 // by day; zero: it is written like the day before
}

// DayTexts are the members of a day that its state and the code of the deciding
// status decide.
type DayTexts [3][6]string

// Figure is a number of each day.
type Figure struct {
	Name   string // as it is written before the number
	Values []uint16
	Sums   []int // instead of Values: totals over rooms
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
	w.season, w.dates = season, w.dates[:0]
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
	var last, end int
	for i := range w.Cells.State {
		if i > 0 {
			w.Out = append(w.Out, ',')
		}
		w.Out = append(append(append(w.Out, before...), w.date(i)...), after...)
		start := len(w.Out)
		if i > 0 && w.differs[i] == 0 {
			w.Out = append(w.Out, w.Out[last:end]...)
		} else {
			w.day(i)
		}
		last, end = start, len(w.Out)
	}
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
		out = appendCount(append(out, w.Figures[f].Name...), w.Figures[f].at(i))
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

// appendCount appends a count; most have one or two digits.
func appendCount(out []byte, n int) []byte {
	if n >= 0 && n < 10 {
		return append(out, byte('0'+n))
	}
	return strconv.AppendInt(out, int64(n), 10)
}
