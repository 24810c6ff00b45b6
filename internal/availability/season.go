package availability

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

const (
	// MaxDays bounds the days of one answer.
	MaxDays = 366

	defaultDays = 31
)

// Season are the days that somebody asked for. A portfolio lies in many time
// zones, so that the day it begins on without being told is today in UTC, for
// all of its properties.
func (s *Service) Season(from, to civil.Date) (civil.Range, error) {
	season := civil.Range{From: from, To: to}
	if from.IsZero() {
		season.From = civil.Of(s.Now().UTC())
	}
	if to.IsZero() {
		season.To = season.From.Add(defaultDays - 1)
	}
	switch {
	case !season.Valid():
		return season, apperr.Field("to", "must not be before from, which is %s", season.From)
	case season.Days() > MaxDays:
		return season, apperr.Field("to", "must be %s at the latest: at most %d days are shown at once", season.From.Add(MaxDays-1), MaxDays)
	}
	return season, nil
}
