package factsheet

import (
	"embed"
	"fmt"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
)

//go:embed texts
var textFiles embed.FS

// texts holds the fixed texts of the document in one language. {date} and other
// names in braces are replaced with values.
type texts struct {
	FactSheet  string `json:"fact_sheet"`
	AtAGlance  string `json:"at_a_glance"`
	Empty      string `json:"empty"`
	Draft      string `json:"draft"`
	DraftOf    string `json:"draft_of"`
	Version    string `json:"version"`
	Page       string `json:"page"`
	MadeWith   string `json:"made_with"`
	Photos     string `json:"photos"`
	MorePhotos string `json:"more_photos"`
	RoomTypes  string `json:"room_types"`
	Board      string `json:"board"`
	CheckIn    string `json:"check_in"`
	CheckOut   string `json:"check_out"`
	ToBeach    string `json:"to_beach"`
	ToAirport  string `json:"to_airport"`
	Open       string `json:"open"`

	language language.Tag
	format   lang.Format
}

var allTexts = lang.Texts[texts](textFiles, "texts")

// textsIn returns the texts of a reader.
func textsIn(f lang.Format) texts {
	t := allTexts[f.Language]
	t.language, t.format = language.MustParse(f.Language), f
	return t
}

// upper returns text in capitals: Greek ones have no accent, and a Turkish i
// keeps its dot.
func (t texts) upper(text string) string { return cases.Upper(t.language).String(text) }

// date returns the day that a time falls on at the property.
func (t texts) date(at time.Time, timezone string) (string, error) {
	day, err := civil.Today(at, timezone)
	if err != nil {
		return "", fmt.Errorf("day of %s: %w", at, err)
	}
	return t.format.Long(day), nil
}
