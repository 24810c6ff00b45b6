package chart

import (
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

const maxMonths = 12

// Span returns the period of a chart: whole months from that of from to that of
// to, at most twelve; a longer period is cut. Without from it starts today,
// without to it is as long as possible.
func Span(from, to, today civil.Date) (civil.Range, error) {
	if from.IsZero() {
		from = today
	}
	if to.IsZero() {
		to = from.AddMonths(maxMonths)
	}
	var f apperr.Fields
	f.Checkf(from <= to, "to", "must not be before from (%s)", from)
	if err := f.Err(); err != nil {
		return civil.Range{}, err
	}
	window := wholeMonths(civil.Range{From: from, To: to})
	window.To = min(window.To, lastOfMonth(window.From.AddMonths(maxMonths-1)))
	return window, nil
}

// wholeMonths widens a range to the first and the last day of its months.
func wholeMonths(r civil.Range) civil.Range {
	y, m, _ := r.From.YMD()
	return civil.Range{From: civil.New(y, m, 1), To: lastOfMonth(r.To)}
}

// lastOfMonth adds months to the end of January, which keeps the last day of
// the month.
func lastOfMonth(d civil.Date) civil.Date {
	y, m, _ := d.YMD()
	return civil.New(y, time.January, 31).AddMonths(int(m) - 1)
}

// monthsOf splits a range of whole months.
func monthsOf(r civil.Range) []civil.Range {
	var months []civil.Range
	for from := r.From; from <= r.To; {
		month := civil.Range{From: from, To: lastOfMonth(from)}
		months = append(months, month)
		from = month.To + 1
	}
	return months
}
