package override

import (
	"unicode/utf8"

	"allot/internal/facts"
	"allot/internal/platform/apperr"
)

// Approval is a wish as the hotel sees it: who wants what, beside what the
// hotel itself says.
type Approval struct {
	Wish
	PropertyName string
	Company      string // of the partner
	// Of facts: what is wanted, and what the hotel says there now.
	Fields, Source facts.Record
	// Photos that a selection shows in this order, or the own photo.
	Photos  []Photo
	LogoKey string
	sheet   facts.Sheet
}

// ApprovalFilter narrows what a hotel sees; zero members do not.
type ApprovalFilter struct {
	PropertyID int64
	PartnerID  int64
	Kind       Kind
	Status     Status
	Partners   []int64 // with whom there is a contract in force
	Only       []int64 // the properties in the caller's scope; empty: all
}

const maxReason = 1000

func checkReason(reason string) error {
	var f apperr.Fields
	f.Checkf(utf8.RuneCountInString(reason) <= maxReason, "reason", "must have at most %d characters", maxReason)
	return f.Err()
}

// Line is one fact in words: what the hotel says and what the partner wants.
type Line struct {
	Label, Source, Wanted string
}

// Lines puts an override of facts into words of a language.
func (a Approval) Lines(catalogue *facts.Catalogue, lang string) []Line {
	category, ok := catalogue.Find(a.Category)
	if !ok || a.Kind != KindFacts {
		return nil
	}
	record, ok := find(category, a.sheet, a.RecordID)
	if !ok {
		return nil
	}
	before := facts.Sheet{a.Category: {{ID: a.RecordID, Data: record}}}
	after := facts.Sheet{a.Category: {{ID: a.RecordID, Data: category.Overlay(record, a.Fields)}}}
	var lines []Line
	for _, c := range catalogue.Diff(before, after) {
		label, was, is := c.Describe(lang)
		lines = append(lines, Line{Label: label, Source: was, Wanted: is})
	}
	return lines
}
