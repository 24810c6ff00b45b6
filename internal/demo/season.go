package demo

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"allot/internal/platform/civil"
)

// period is an opening period as the fact sheet has it: month and day. One that
// ends before it begins lies over the turn of the year.
type period struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// in returns the period that begins in a year.
func (p period) in(year int) civil.Range {
	on := func(year int, monthday string) civil.Date {
		var month, day int
		_, _ = fmt.Sscanf(monthday, "%d-%d", &month, &day)
		return civil.New(year, time.Month(month), day)
	}
	r := civil.Range{From: on(year, p.From), To: on(year, p.To)}
	if r.To < r.From {
		r.To = on(year+1, p.To)
	}
	return r
}

// seasons returns the opening periods that share a day with a window, in order.
func seasons(periods []period, window civil.Range) []civil.Range {
	var list []civil.Range
	for year := window.From.Year() - 1; year <= window.To.Year(); year++ {
		for _, p := range periods {
			if r := p.in(year); r.Overlaps(window) {
				list = append(list, r)
			}
		}
	}
	slices.SortFunc(list, func(a, b civil.Range) int { return cmp.Compare(a.From, b.From) })
	return list
}

// between returns the days of a window that lie in no season, as ranges.
func between(open []civil.Range, window civil.Range) []civil.Range {
	var list []civil.Range
	from := window.From
	for _, s := range open {
		if s.From > from {
			list = append(list, civil.Range{From: from, To: s.From - 1})
		}
		from = max(from, s.To+1)
	}
	if from <= window.To {
		list = append(list, civil.Range{From: from, To: window.To})
	}
	return list
}
