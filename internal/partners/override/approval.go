package override

import (
	"unicode/utf8"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
)

// Approval is an override as the hotel sees it: which partner requested it, and
// what the hotel has published for the same fields.
type Approval struct {
	Override
	PropertyName string
	Company      string // of the partner
	// For facts: the requested fields, and the published values of the same fields.
	Fields, Source facts.Record
	// Photos are the photos of a selection in its order, or the own photo.
	Photos  []Photo
	LogoKey string
	sheet   facts.Sheet
}

// ApprovalFilter narrows the list of a hotel; zero fields do not filter.
type ApprovalFilter struct {
	PropertyID int64
	PartnerID  int64
	Kind       Kind
	Status     Status
	Partners   []int64 // that have a contract in force
	Only       []int64 // the properties in the caller's scope; empty: all
}

const maxReason = 1000

func checkReason(reason string) error {
	var f apperr.Fields
	f.Checkf(utf8.RuneCountInString(reason) <= maxReason, "reason", "must have at most %d characters", maxReason)
	return f.Err()
}

// Line compares one fact: the published text and the requested text.
type Line struct {
	Label, Source, Wanted string
}

// Lines lists the facts that the override changes, in a language. It returns
// nil for overrides of other kinds.
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
