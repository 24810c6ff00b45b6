package field_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

func TestCheckWindow(t *testing.T) {
	t.Parallel()
	first := civil.MustParse("2030-01-01")
	tooLong := apperr.Problem("to", "must be at most %d days after from, counting both", 1100)
	for name, tt := range map[string]struct {
		from, to civil.Date
		problem  apperr.FieldError
	}{
		"nothing asked":    {},
		"open end":         {from: first},
		"open start":       {to: first},
		"one day":          {from: first, to: first},
		"the longest":      {from: first, to: first.Add(field.MaxWindow - 1)},
		"a day more":       {first, first.Add(field.MaxWindow), tooLong},
		"thirty years":     {first, civil.MustParse("2060-01-01"), tooLong},
		"reversed":         {first.Add(1), first, apperr.Problem("to", "must not be before from")},
		"all of the dates": {civil.Min, civil.Max, tooLong},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var f apperr.Fields
			field.CheckWindow(&f, tt.from, tt.to)
			if tt.problem.Field == "" {
				require.NoError(t, f.Err())
				return
			}
			require.Equal(t, apperr.Fields{tt.problem}, f)
		})
	}
}
