package civil_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/platform/civil"
)

func days(from, to string) civil.Range {
	return civil.Range{From: civil.MustParse(from), To: civil.MustParse(to)}
}

func TestRange_edges(t *testing.T) {
	t.Parallel()
	may := days("2030-05-01", "2030-05-31")

	require.Equal(t, 31, may.Days())
	require.True(t, may.Contains(may.From))
	require.True(t, may.Contains(may.To))
	require.False(t, may.Contains(may.To+1))
	require.True(t, may.Overlaps(days("2030-05-31", "2030-06-10")), "the last day is shared")
	require.False(t, may.Overlaps(days("2030-06-01", "2030-06-10")))
	require.Equal(t, 1, days("2030-05-01", "2030-05-01").Days())

	for name, r := range map[string]civil.Range{
		"reversed": days("2030-05-02", "2030-05-01"),
		"empty":    {},
		"no start": {To: may.To},
		"no end":   {From: may.From},
	} {
		require.False(t, r.Valid(), name)
		require.Zero(t, r.Days(), name)
		require.False(t, r.Contains(may.From), name)
		require.False(t, r.Overlaps(may), name)
		require.False(t, may.Overlaps(r), name)
		require.Empty(t, slices.Collect(r.All()), name)
	}
}

func TestRange_properties(t *testing.T) {
	t.Parallel()
	anyRange := func(t *rapid.T, label string) civil.Range {
		from := rapid.Int32Range(1000, 1060).Draw(t, label+" from")
		return civil.Range{From: civil.Date(from), To: civil.Date(from + rapid.Int32Range(-2, 30).Draw(t, label+" length"))}
	}

	t.Run("the intersection holds exactly the days of both", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			a, b := anyRange(t, "a"), anyRange(t, "b")
			var want []civil.Date
			for d := range a.All() {
				if b.Contains(d) {
					want = append(want, d)
				}
			}
			both, ok := a.Intersect(b)
			require.Equal(t, want, slices.Collect(both.All()))
			require.Equal(t, len(want) > 0, ok)
			require.Equal(t, ok, a.Overlaps(b))
			require.Equal(t, len(want), both.Days())
		})
	})

	t.Run("walking can stop early", func(t *testing.T) {
		t.Parallel()
		seen := 0
		for range days("2030-05-01", "2030-05-31").All() {
			seen++
			if seen == 3 {
				break
			}
		}
		require.Equal(t, 3, seen)
	})
}
