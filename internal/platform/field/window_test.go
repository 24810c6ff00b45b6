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
	for name, tt := range map[string]struct {
		from, to civil.Date
		problem  string
	}{
		"nothing asked":    {},
		"open end":         {from: first},
		"open start":       {to: first},
		"one day":          {from: first, to: first},
		"the longest":      {from: first, to: first.Add(field.MaxWindow - 1)},
		"a day more":       {first, first.Add(field.MaxWindow), "must be at most 1100 days after from, counting both"},
		"thirty years":     {first, civil.MustParse("2060-01-01"), "must be at most 1100 days after from, counting both"},
		"reversed":         {first.Add(1), first, "must not be before from"},
		"all of the dates": {civil.Min, civil.Max, "must be at most 1100 days after from, counting both"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var f apperr.Fields
			field.CheckWindow(&f, tt.from, tt.to)
			if tt.problem == "" {
				require.NoError(t, f.Err())
				return
			}
			require.Len(t, f, 1)
			require.Equal(t, "to: "+tt.problem, f[0].Field+": "+f[0].Message)
			require.NotEmpty(t, f[0].Code)
		})
	}
}
