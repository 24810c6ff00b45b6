package factsheet

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"allot/internal/facts"
	"allot/internal/platform/civil"
)

//go:embed words
var wordFiles embed.FS

// words is what the document says by itself, in one language. {date} and the
// like stand for values.
type words struct {
	FactSheet   string   `json:"fact_sheet"`
	AtAGlance   string   `json:"at_a_glance"`
	Empty       string   `json:"empty"`
	Draft       string   `json:"draft"`
	DraftOf     string   `json:"draft_of"`
	Version     string   `json:"version"`
	Page        string   `json:"page"`
	MadeWith    string   `json:"made_with"`
	Photos      string   `json:"photos"`
	MorePhotos  string   `json:"more_photos"`
	RoomTypes   string   `json:"room_types"`
	Board       string   `json:"board"`
	CheckIn     string   `json:"check_in"`
	CheckOut    string   `json:"check_out"`
	ToBeach     string   `json:"to_beach"`
	ToAirport   string   `json:"to_airport"`
	Open        string   `json:"open"`
	DecimalSign string   `json:"decimal_sign"`
	Date        string   `json:"date"`
	Months      []string `json:"months"`

	language language.Tag
}

var (
	wordLanguages = facts.Languages()
	allWords      = readWords()
	wordMatcher   = language.NewMatcher(wordTags())
)

func wordTags() []language.Tag {
	var tags []language.Tag
	for _, lang := range wordLanguages {
		tags = append(tags, language.MustParse(lang))
	}
	return tags
}

// readWords reads the embedded files. They are compiled in and tested.
func readWords() map[string]words {
	all := map[string]words{}
	for _, lang := range wordLanguages {
		raw, err := wordFiles.ReadFile("words/" + lang + ".json")
		if err != nil {
			panic(err)
		}
		var w words
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&w); err != nil {
			panic(fmt.Errorf("words in %s: %w", lang, err))
		}
		w.language = language.MustParse(lang)
		all[lang] = w
	}
	return all
}

// wordsIn takes the language that suits a reader of another best, English if
// none does.
func wordsIn(lang string) words {
	tag, err := language.Parse(lang)
	if err != nil {
		tag = language.English
	}
	_, i, _ := wordMatcher.Match(tag)
	return allWords[wordLanguages[i]]
}

// upper knows that Greek capitals have no accent and that a Turkish i keeps its
// dot.
func (w words) upper(text string) string { return cases.Upper(w.language).String(text) }

// date writes the day that it was at the property.
func (w words) date(t time.Time, timezone string) (string, error) {
	day, err := civil.Today(t, timezone)
	if err != nil {
		return "", fmt.Errorf("day of %s: %w", t, err)
	}
	y, m, d := day.YMD()
	return fill(w.Date, "day", strconv.Itoa(d), "month", w.Months[m-1], "year", strconv.Itoa(y)), nil
}

// fill puts values in the place of {name}.
func fill(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
