package field

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// MaxReport bounds the days of a report.
const MaxReport = 366

// defaultReport is the number of days of a report if the caller gives no range.
const defaultReport = 30

// LastDays returns the days of a report on the past, which ends today unless to
// is given.
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

// NextDays returns the days of a report on the future, which begins today unless
// from is given.
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
