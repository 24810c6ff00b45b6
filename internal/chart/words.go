package chart

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"time"

	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
)

//go:embed words
var wordFiles embed.FS

var allWords = lang.Texts[words](wordFiles, "words")

// words is what the document says by itself, in one language. {date} and the
// like stand for values.
type words struct {
	Title         string      `json:"title"` // in capitals
	RoomTypes     string      `json:"room_types"`
	TotalUnits    string      `json:"total_units"`
	MonthsCovered string      `json:"months_covered"`
	MarkedDays    string      `json:"marked_days"`
	Units         string      `json:"units"`
	UnitsFrom     string      `json:"units_from"`
	NoRooms       string      `json:"no_rooms"`
	AsOf          string      `json:"as_of"`
	Page          string      `json:"page"`
	MadeWith      string      `json:"made_with"`
	Date          string      `json:"date"`
	Marks         []markWords `json:"marks"`    // in the order of the constants, with past
	Weekdays      []string    `json:"weekdays"` // from Monday, two letters
	Months        []string    `json:"months"`
	MonthsOfDay   []string    `json:"months_of_day"` // as they stand after a day: Greek inflects them
}

// markWords name a mark in the legend and in a cell. No two marks of a language
// have one letter; open and past have none.
type markWords struct {
	Name   string `json:"name"`
	Letter string `json:"letter"`
}

// month names the month of a day, such as "May 2030".
func (w words) month(d civil.Date) string {
	y, m, _ := d.YMD()
	return w.Months[m-1] + " " + strconv.Itoa(y)
}

// period names the months of a window, the year once where it is the same.
func (w words) period(r civil.Range) string {
	first, last := w.month(r.From), w.month(r.To)
	switch {
	case first == last:
		return first
	case r.From.Year() == r.To.Year():
		first = w.Months[r.From.Month()-1]
	}
	return first + " – " + last
}

// moment says how old the chart is, by the property's clock and in its time zone.
// A day is not enough: availability changes by the hour, and the reader may live
// in another zone.
func (w words) moment(there time.Time) string {
	y, m, d := there.Date()
	date := fill(w.Date, "day", strconv.Itoa(d), "month", w.MonthsOfDay[m-1], "year", strconv.Itoa(y))
	return fill(w.AsOf, "date", date, "time", there.Format("15:04"), "zone", zoneOf(there))
}

const utc = "UTC"

// zoneOf names the time zone of a moment with its offset, such as
// "Europe/Athens, UTC+3". Not every reader knows the one or can reckon with the
// other.
func zoneOf(t time.Time) string {
	name := t.Location().String()
	if name == utc {
		return utc
	}
	_, seconds := t.Zone()
	offset, sign := time.Duration(seconds)*time.Second, "+"
	if offset < 0 {
		offset, sign = -offset, "−"
	}
	text := ""
	if offset > 0 {
		text = sign + strconv.Itoa(int(offset.Hours()))
	}
	if minutes := int(offset.Minutes()) % 60; minutes > 0 {
		text += fmt.Sprintf(":%02d", minutes)
	}
	return name + ", " + utc + text
}

// fill puts values in the place of {name}.
func fill(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
