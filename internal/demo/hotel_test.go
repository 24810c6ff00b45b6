package demo

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
)

// The demo shows complete hotels, and one whose sheet still has gaps.
func TestDemoHotels(t *testing.T) {
	t.Parallel()
	c := &chain{}
	require.NoError(t, c.read())
	hotels := map[string]hotelFile{}
	for _, file := range []string{"poseidon.json", "lara-park.json"} {
		var h hotelFile
		require.NoError(t, readFile(file, &h))
		hotels[file] = h
	}
	for i, r := range c.resorts {
		hotels[chainHotels[i]] = r.hotelFile
	}
	for file, h := range hotels {
		complete := file != "lara-park.json"
		sheet := facts.Sheet{}
		for key, body := range h.Facts {
			c, ok := facts.Load().Find(key)
			require.True(t, ok, key)
			records, list, err := c.ParseBody(body)
			require.NoError(t, err, key)
			if complete {
				requireLanguages(t, file+" "+key, body)
			}
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

// requireLanguages requires each text that is there in English in the other languages.
func requireLanguages(t *testing.T, at string, body json.RawMessage) {
	t.Helper()
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if _, text := v["en"].(string); text {
				for _, l := range []string{"de", "el", "tr"} {
					require.NotEmpty(t, v[l], "%s: %q in %s", at, v["en"], l)
				}
			}
			for _, member := range v {
				walk(member)
			}
		case []any:
			for _, element := range v {
				walk(element)
			}
		}
	}
	var v any
	require.NoError(t, json.Unmarshal(body, &v))
	walk(v)
}
