package factsheet

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"allot/internal/content/facts"
	"allot/internal/platform/pdf"
)

// glanceLength is the longest value in the panel; a longer one is only in its section.
const glanceLength = 90

// glance returns the facts that a buyer asks for first. Missing ones are left out.
func (w *writer) glance() []pdf.Fact {
	general, policies := w.single("general"), w.single("policies")
	all := []pdf.Fact{
		{Label: w.label("general", "rooms_total"), Value: w.field("general", "rooms_total", general)},
		{Label: w.texts.RoomTypes, Value: w.roomTypes()},
		{Label: w.texts.CheckIn, Value: w.field("policies", "check_in_from", policies)},
		{Label: w.texts.CheckOut, Value: w.field("policies", "check_out_until", policies)},
		{Label: w.texts.ToBeach, Value: w.toBeach()},
		{Label: w.texts.ToAirport, Value: w.toAirport()},
		{Label: w.texts.Open, Value: w.field("general", "opening_periods", general)},
		{Label: w.texts.Board, Value: w.boards()},
	}
	return slices.DeleteFunc(all, func(f pdf.Fact) bool {
		return f.Value == "" || utf8.RuneCountInString(f.Value) > glanceLength
	})
}

func (w *writer) label(category, key string) string {
	c, ok := w.catalogue.Find(category)
	if !ok {
		return ""
	}
	f, ok := c.Field(key)
	if !ok {
		return ""
	}
	return c.FieldTitleIn(w.Language, f)
}

func (w *writer) roomTypes() string {
	if n := len(w.Facts[facts.CategoryRooms]); n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}

func (w *writer) boards() string {
	var names []string
	for _, entry := range w.Facts["board_types"] {
		if name := w.field("board_types", "code", entry.Data); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// toBeach returns the distance of the beach, or the way to it if the distance is zero.
func (w *writer) toBeach() string {
	beach := w.single("beach")
	if m, known := metres(beach); known && m == 0 {
		if access := w.field("beach", "access", beach); access != "" {
			return access
		}
	}
	if record := w.nearest("beach"); record != nil {
		return w.distance(record)
	}
	return w.distance(beach)
}

// toAirport returns the nearest airport, its distance and the duration of the transfer.
func (w *writer) toAirport() string {
	location := w.single("location")
	if record := w.nearest("airport"); record != nil {
		return strings.Join(filled(
			w.field("distances", "iata_code", record), w.distance(record), w.field("distances", "duration", record),
		), ", ")
	}
	return strings.Join(filled(
		w.field("location", "airport_iata", location), w.field("location", "transfer_minutes", location),
	), ", ")
}

// nearest returns the record of the category distances with the nearest target of a kind.
func (w *writer) nearest(target string) facts.Record {
	var best facts.Record
	for _, entry := range w.Facts["distances"] {
		if entry.Data["target"] != target {
			continue
		}
		if m, ok := metres(entry.Data); ok {
			if least, known := metres(best); !known || m < least {
				best = entry.Data
			}
		}
	}
	return best
}

func metres(r facts.Record) (int64, bool) {
	n, ok := r["distance"].(json.Number)
	if !ok {
		return 0, false
	}
	m, err := n.Int64()
	return m, err == nil
}

// distance returns a distance in metres, or in kilometres from 1000 metres on.
func (w *writer) distance(r facts.Record) string {
	const kilometre = 1000
	m, ok := metres(r)
	switch {
	case !ok:
		return ""
	case m < kilometre:
		return strconv.FormatInt(m, 10) + " m"
	}
	km := strconv.FormatFloat(float64(m)/kilometre, 'f', 1, 64)
	return w.Format.Number(strings.TrimSuffix(km, ".0")) + " km"
}
