// Package warning has the warnings in the answer of a write that was done although
// it breaks an agreement or looks like a mistake.
package warning

import (
	"slices"

	"allot/internal/platform/civil"
)

// Warning is an entry of `warnings` beside the normal body of a write. Codes are
// API: never rename one.
type Warning struct {
	Code     string        `json:"code" doc:"What it is about, for programs"`
	Message  string        `json:"message" doc:"The same for people, in English"`
	Field    string        `json:"field,omitempty" doc:"What is missing or wrong, such as seller.vat_id"`
	Contract int64         `json:"contract,omitempty" doc:"Id of the partnership contract it is about"`
	Partner  string        `json:"partner,omitempty" doc:"Company on the other side of the contract"`
	Room     int64         `json:"room,omitempty" doc:"Id of the room it is about"`
	From     civil.Date    `json:"from,omitzero" doc:"First day concerned"`
	To       civil.Date    `json:"to,omitzero" doc:"Last day concerned, included"`
	Dates    []civil.Range `json:"dates,omitempty" nullable:"false" doc:"The days concerned as ranges, the first 50 of them"`
}

// Max bounds the warnings of one answer, maxRanges the ranges of one warning.
const (
	Max       = 100
	maxRanges = 50
)

// On returns the warning with the days that it is about. Dates lists the first
// ranges; From and To enclose all of them.
func (w Warning) On(days []civil.Date) Warning {
	if len(days) == 0 {
		return w
	}
	ranges := Ranges(days)
	w.From, w.To = ranges[0].From, ranges[len(ranges)-1].To
	w.Dates = ranges[:min(len(ranges), maxRanges)]
	return w
}

// Ranges joins consecutive days, given in any order and with repetitions.
func Ranges(days []civil.Date) []civil.Range {
	days = slices.Sorted(slices.Values(days))
	var list []civil.Range
	for _, d := range days {
		if last := len(list) - 1; last >= 0 && d <= list[last].To+1 {
			list[last].To = d
			continue
		}
		list = append(list, civil.Range{From: d, To: d})
	}
	return list
}
