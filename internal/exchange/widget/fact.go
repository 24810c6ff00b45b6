package widget

import (
	"slices"
	"strings"

	"allot/internal/content/facts"
)

// Section is a category of facts under its title.
type Section struct {
	Key     string
	Title   string
	Entries []Entry
}

// Entry is one record of a category, such as a restaurant.
type Entry struct {
	Title string // empty in a category that has one record
	Lines []Line
}

// Line is one fact.
type Line struct{ Label, Value string }

// partnersOnly are the categories that partners need and guests do not: names and numbers
// of people, and what an inspection has found.
var partnersOnly = []string{"contacts", "safety_sustainability"}

// hidden are, by category, the fields that are for partners: codes, registrations, how
// many units there are, terms of trade.
var hidden = map[string][]string{
	"general":           {"official_name", "license_number", "giata_id", "rating_authority"},
	"location":          {"latitude", "longitude", "altitude", "timezone"},
	facts.CategoryRooms: {"code", "room_total_units", "accessible_units"},
	"board_types":       {"code"},
	"policies":          {"cancellation_days_default", "currency"},
	"distances":         {"iata_code", "measured"},
}

// texts of the general facts stand above all others.
var texts = []string{"long_description", "short_description"}

// describe returns a published sheet for guests: the hotel's own words on itself, and
// the labelled facts of every category that has some.
func describe(catalogue *facts.Catalogue, sheet facts.Sheet, language string) (description string, sections []Section) {
	sections = []Section{}
	for _, c := range catalogue.Categories() {
		if slices.Contains(partnersOnly, c.Key) {
			continue
		}
		section := Section{Key: c.Key, Title: c.TitleIn(language)}
		for _, record := range sheet[c.Key] {
			lines := c.Describe(language, record.Data)
			if c.Key == "general" {
				description = textOf(lines)
			}
			if e := entryOf(c, lines); len(e.Lines) > 0 || e.Title != "" {
				section.Entries = append(section.Entries, e)
			}
		}
		if len(section.Entries) > 0 {
			sections = append(sections, section)
		}
	}
	return description, sections
}

// textOf returns the longest text that the hotel wrote of itself.
func textOf(lines []facts.Line) string {
	for _, key := range texts {
		if i := slices.IndexFunc(lines, func(l facts.Line) bool { return l.Key == key }); i >= 0 {
			return lines[i].Value
		}
	}
	return ""
}

func entryOf(c *facts.Category, lines []facts.Line) (e Entry) {
	for _, l := range lines {
		switch {
		case slices.Contains(hidden[c.Key], l.Key), c.Key == "general" && slices.Contains(texts, l.Key):
		case c.IsArray() && l.Key == "name":
			e.Title = l.Value
		case l.Table != nil:
			e.Lines = append(e.Lines, Line{l.Label, flat(l.Table)})
		default:
			e.Lines = append(e.Lines, Line{l.Label, l.Value})
		}
	}
	return e
}

// flat writes a small table on one line: a widget is narrow.
func flat(t *facts.Table) string {
	rows := make([]string, len(t.Rows))
	for i, cells := range t.Rows {
		rows[i] = strings.Join(slices.DeleteFunc(slices.Clone(cells), func(s string) bool { return s == "" }), " · ")
	}
	return strings.Join(rows, "; ")
}
