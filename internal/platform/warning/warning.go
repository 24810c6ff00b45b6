// Package warning holds what a write says that was done although it breaks an
// agreement or looks like a mistake. Nothing is refused for a warning.
package warning

import (
	"cmp"
	"slices"

	"allot/internal/platform/civil"
)

// Warning is one entry of `warnings` beside the normal body of a write. Codes
// are API: never rename one.
type Warning struct {
	Code     string        `json:"code" doc:"What it is about, for programs"`
	Message  string        `json:"message" doc:"The same for people, in English"`
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

// On says which days the warning is about. Of many ranges the first ones are
// listed; From and To always enclose all of them.
func (w Warning) On(days []civil.Date) Warning {
	if len(days) == 0 {
		return w
	}
	ranges := Ranges(days)
	w.From, w.To = ranges[0].From, ranges[len(ranges)-1].To
	w.Dates = ranges[:min(len(ranges), maxRanges)]
	return w
}

// Ranges joins days that follow one another, in whatever order and however often
// they are given.
func Ranges(days []civil.Date) []civil.Range {
	days = slices.SortedFunc(slices.Values(days), cmp.Compare)
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
