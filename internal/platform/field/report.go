package field

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// MaxReport bounds the days that a report adds up.
const MaxReport = 366

// defaultReport is how many days a report shows unless told otherwise.
const defaultReport = 30

// LastDays are the days that somebody asked to look back on: those to the last
// one, which is today unless given.
func LastDays(from, to, today civil.Date) (civil.Range, error) {
	season := civil.Range{From: from, To: to}
	if to.IsZero() {
		season.To = today
	}
	if from.IsZero() {
		season.From = season.To.Add(1 - defaultReport)
	}
	return season, checkReport(season)
}

// NextDays are the days that somebody asked to look forward to: those from the
// first one on, which is today unless given.
func NextDays(from, to, today civil.Date) (civil.Range, error) {
	season := civil.Range{From: from, To: to}
	if from.IsZero() {
		season.From = today
	}
	if to.IsZero() {
		season.To = season.From.Add(defaultReport - 1)
	}
	return season, checkReport(season)
}

func checkReport(season civil.Range) error {
	switch {
	case !season.Valid():
		return apperr.Field("to", "must not be before from, which is %s", season.From)
	case season.Days() > MaxReport:
		return apperr.Field("to", "must be %s at the latest: a report is over at most %d days", season.From.Add(MaxReport-1), MaxReport)
	}
	return nil
}
