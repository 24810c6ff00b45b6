package chart_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/chart"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// day is no date for an empty text.
func day(text string) civil.Date {
	if text == "" {
		return 0
	}
	return civil.MustParse(text)
}

func TestSpan(t *testing.T) {
	t.Parallel()
	const today = "2029-11-15"
	for name, tt := range map[string]struct{ from, to, first, last string }{
		"neither end: a year from this month":           {"", "", "2029-11-01", "2030-10-31"},
		"from the first of a month":                     {"2030-05-01", "", "2030-05-01", "2031-04-30"},
		"from mid-month starts at its first day":        {"2030-05-14", "", "2030-05-01", "2031-04-30"},
		"from the last day of a month":                  {"2030-05-31", "", "2030-05-01", "2031-04-30"},
		"to mid-month ends with its last day":           {"2030-05-14", "2030-07-02", "2030-05-01", "2030-07-31"},
		"within one month":                              {"2030-05-14", "2030-05-20", "2030-05-01", "2030-05-31"},
		"one day":                                       {"2030-05-14", "2030-05-14", "2030-05-01", "2030-05-31"},
		"over the turn of the year":                     {"2029-12-31", "2030-01-01", "2029-12-01", "2030-01-31"},
		"February of a leap year":                       {"2028-02-01", "2028-02-02", "2028-02-01", "2028-02-29"},
		"from a leap day":                               {"2028-02-29", "", "2028-02-01", "2029-01-31"},
		"to February of a common year":                  {"2027-12-31", "2029-02-28", "2027-12-01", "2028-11-30"},
		"twelve months to the day":                      {"2030-01-01", "2030-12-31", "2030-01-01", "2030-12-31"},
		"a day more is cut":                             {"2030-01-01", "2031-01-01", "2030-01-01", "2030-12-31"},
		"ten years are cut":                             {"2030-05-14", "2040-05-14", "2030-05-01", "2031-04-30"},
		"only to: from this month":                      {"", "2030-01-10", "2029-11-01", "2030-01-31"},
		"in the past, because old charts are asked for": {"2020-05-14", "2020-06-14", "2020-05-01", "2020-06-30"},
		"at the end of all time":                        {"9999-12-15", "", "9999-12-01", "9999-12-31"},
		"at its beginning":                              {"0001-01-31", "0001-02-01", "0001-01-01", "0001-02-28"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := chart.Span(day(tt.from), day(tt.to), day(today))
			require.NoError(t, err)
			require.Equal(t, tt.first+" "+tt.last, got.From.String()+" "+got.To.String())
		})
	}
	for name, tt := range map[string]struct{ from, to, message string }{
		"to before from":               {"2030-05-14", "2030-04-30", "must not be before from (2030-05-14)"},
		"to before from in one month":  {"2030-05-14", "2030-05-13", "must not be before from (2030-05-14)"},
		"to before today without from": {"", "2029-11-14", "must not be before from (2029-11-15)"},
	} {
		t.Run("refuses "+name, func(t *testing.T) {
			t.Parallel()
			_, err := chart.Span(day(tt.from), day(tt.to), day(today))
			require.ErrorIs(t, err, apperr.ErrValidation)
			require.Equal(t, []string{"to", tt.message}, []string{apperr.Of(err).Fields[0].Field, apperr.Of(err).Fields[0].Message})
		})
	}
}

func FuzzSpan(f *testing.F) {
	f.Add(int32(0), int32(0), int32(civil.Max))
	f.Add(int32(civil.Min), int32(civil.Max), int32(740000))
	f.Fuzz(func(t *testing.T, from, to, today int32) {
		start := civil.Date(from)
		if civil.Date(today).IsZero() {
			t.Skip("today is always a day")
		}
		got, err := chart.Span(start, civil.Date(to), civil.Date(today))
		if err != nil {
			require.ErrorIs(t, err, apperr.ErrValidation)
			return
		}
		if start.IsZero() {
			start = civil.Date(today)
		}
		require.True(t, got.Contains(start))
		require.Equal(t, 1, got.From.Day())
		require.Equal(t, start.Month(), got.From.Month())
		require.True(t, got.To == civil.Max || (got.To+1).Day() == 1, "ends with a month")
		require.LessOrEqual(t, got.Days(), 366)
	})
}
