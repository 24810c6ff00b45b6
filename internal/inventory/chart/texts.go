package chart

import (
	"embed"
	"fmt"
	"strconv"
	"time"

	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
)

//go:embed texts
var textFiles embed.FS

var allTexts = lang.Texts[texts](textFiles, "texts")

// texts holds the document's texts in one language. {date} and the like are
// placeholders.
type texts struct {
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
	Marks         []markTexts `json:"marks"`    // in the order of the constants, with past
	Weekdays      []string    `json:"weekdays"` // from Monday, two letters
	Months        []string    `json:"months"`
}

// markTexts are the name of a mark in the legend and its letter in a cell. The
// letters of a language are distinct; open and past have none.
type markTexts struct {
	Name   string `json:"name"`
	Letter string `json:"letter"`
}

// month returns the month of a day, such as "May 2030".
func (t texts) month(d civil.Date) string {
	y, m, _ := d.YMD()
	return t.Months[m-1] + " " + strconv.Itoa(y)
}

// period returns the months of a range, with the year once if it is the same.
func (t texts) period(r civil.Range) string {
	first, last := t.month(r.From), t.month(r.To)
	switch {
	case first == last:
		return first
	case r.From.Year() == r.To.Year():
		first = t.Months[r.From.Month()-1]
	}
	return first + " – " + last
}

// timestamp returns when the chart was made, in the time zone of the property.
// It includes the time, because availability changes by the hour, and the zone,
// because the reader may live in another one.
func (w *writer) timestamp(there time.Time) string {
	return lang.Fill(w.texts.AsOf, "date", w.Format.Long(civil.Of(there)), "time", there.Format("15:04"), "zone", zoneOf(there))
}

const utc = "UTC"

// zoneOf returns the time zone of a time with its offset, such as
// "Europe/Athens, UTC+3", because readers may know only one of the two.
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
