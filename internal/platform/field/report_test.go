package field_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

func TestReportDays(t *testing.T) {
	t.Parallel()
	const none = civil.Date(0)
	day, today := civil.MustParse, civil.MustParse("2030-05-31")
	tests := map[string]struct {
		ask        func(from, to, today civil.Date) (civil.Range, error)
		from, to   civil.Date
		first, end string // first is empty where it is refused
	}{
		"back from today":            {field.LastDays, none, none, "2030-05-02", "2030-05-31"},
		"back from a day":            {field.LastDays, none, day("2030-01-31"), "2030-01-02", "2030-01-31"},
		"back to a day":              {field.LastDays, day("2030-05-31"), none, "2030-05-31", "2030-05-31"},
		"back, a whole year":         {field.LastDays, day("2029-05-31"), none, "2029-05-31", "2030-05-31"},
		"back, a day too many":       {field.LastDays, day("2029-05-30"), none, "", ""},
		"back from the first day":    {field.LastDays, none, civil.Min, "0001-01-01", "0001-01-01"},
		"back, in disorder":          {field.LastDays, day("2030-06-01"), none, "", ""},
		"ahead from today":           {field.NextDays, none, none, "2030-05-31", "2030-06-29"},
		"ahead from a day":           {field.NextDays, day("2031-01-01"), none, "2031-01-01", "2031-01-30"},
		"ahead to a day":             {field.NextDays, none, day("2030-05-31"), "2030-05-31", "2030-05-31"},
		"ahead, a day too many":      {field.NextDays, none, day("2031-06-01"), "", ""},
		"ahead of the last day":      {field.NextDays, civil.Max, none, "9999-12-31", "9999-12-31"},
		"ahead, but in disorder":     {field.NextDays, none, day("2030-05-30"), "", ""},
		"from the first to the last": {field.NextDays, civil.Min, civil.Max, "", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.ask(tt.from, tt.to, today)
			if tt.first == "" {
				require.ErrorIs(t, err, apperr.ErrValidation)
				return
			}
			require.NoError(t, err)
			require.Equal(t, civil.Range{From: day(tt.first), To: day(tt.end)}, got)
		})
	}
}
