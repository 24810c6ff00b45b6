package demo

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
)

// The demo shows a complete hotel, and one whose sheet still has gaps.
func TestDemoHotels(t *testing.T) {
	t.Parallel()
	for file, complete := range map[string]bool{"poseidon.json": true, "lara-park.json": false} {
		raw, err := files.ReadFile("data/" + file)
		require.NoError(t, err)
		var h hotelFile
		require.NoError(t, json.Unmarshal(raw, &h))
		sheet := facts.Sheet{}
		for key, body := range h.Facts {
			c, ok := facts.Load().Find(key)
			require.True(t, ok, key)
			records, list, err := c.ParseBody(body)
			require.NoError(t, err, key)
			for i, r := range records {
				data, err := c.Merge(facts.Prefix(list, i), nil, r)
				require.NoError(t, err, "%s of %s", key, file)
				sheet[key] = append(sheet[key], facts.Entry{ID: int64(i + 1), Data: data})
			}
		}
		score := facts.Load().Completeness(sheet)
		require.Equal(t, complete, len(score.Missing) == 0, "%s lacks %v", file, score.Missing)
	}
}
