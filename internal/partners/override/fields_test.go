package override_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/partners/override"
	"allot/internal/platform/apperr"
)

func record(tb testing.TB, text string) facts.Record {
	tb.Helper()
	var r facts.Record
	require.NoError(tb, json.Unmarshal([]byte(text), &r))
	return r
}

func category(tb testing.TB, key string) *facts.Category {
	tb.Helper()
	c, ok := facts.Load().Find(key)
	require.True(tb, ok)
	return c
}

func TestCheckFields(t *testing.T) {
	t.Parallel()

	t.Run("gives a patch in normal form, its nulls kept", func(t *testing.T) {
		t.Parallel()
		got, err := override.CheckFields(category(t, "rooms"), record(t, `{"name":"Double","size":26}`),
			record(t, `{"size":2.8e1,"code":null,"description":{"de":"Meerblick","en":null}}`))
		require.NoError(t, err)
		require.Equal(t, record(t, `{"size":28,"code":null,"description":{"de":"Meerblick","en":null}}`), got)
	})

	t.Run("names everything that is wrong at once", func(t *testing.T) {
		t.Parallel()
		_, err := override.CheckFields(category(t, "rooms"), nil,
			record(t, `{"id":4,"position":1,"size":"large","sice":3,"beds":[{"type":"cloud","count":1}]}`))
		names := []string{}
		for _, f := range apperr.Of(err).Fields {
			names = append(names, f.Field)
		}
		slices.Sort(names)
		require.Equal(t, []string{"fields.beds[0].type", "fields.id", "fields.position", "fields.sice", "fields.size"}, names)
	})

	t.Run("refuses a patch that says nothing", func(t *testing.T) {
		t.Parallel()
		for _, patch := range []string{`{}`, `null`, `{"description":{}}`} {
			_, err := override.CheckFields(category(t, "rooms"), nil, record(t, patch))
			require.Equal(t, "fields", apperr.Of(err).Fields[0].Field, patch)
		}
	})

	t.Run("leaves alone what is shared with whom", func(t *testing.T) {
		t.Parallel()
		_, err := override.CheckFields(category(t, "contacts"), nil, record(t, `{"shared_with_partners":false}`))
		require.Equal(t, "fields.shared_with_partners", apperr.Of(err).Fields[0].Field)
	})

	t.Run("does not mind a published fact that the schema does not know any more", func(t *testing.T) {
		t.Parallel()
		_, err := override.CheckFields(category(t, "rooms"), record(t, `{"retired":1,"size":"old"}`), record(t, `{"code":"A"}`))
		require.NoError(t, err)
	})
}

func TestChanges(t *testing.T) {
	t.Parallel()
	patch := record(t, `{"size":30,"description":{"de":"x"},"beds":null}`)
	base := override.Pick(patch, record(t, `{"size":26,"description":{"de":"Alt","en":"Old"},"name":"Double"}`))
	require.Equal(t, record(t, `{"size":26,"description":{"de":"Alt"},"beds":null}`), base)
	for now, want := range map[string][]string{
		`{"size":26,"description":{"de":"Alt","en":"New"},"name":"Twin"}`: {},
		`{"size":27,"description":{"de":"Alt"}}`:                          {"size"},
		`{"beds":[{"type":"king","count":1}]}`:                            {"beds", "description.de", "size"},
	} {
		require.Equal(t, want, override.Changes(base, override.Pick(patch, record(t, now))), now)
	}
}

// FuzzSet_Facts lays whatever was accepted over records that are not those it
// was accepted for: the result satisfies the schema, and nothing of the source
// moves.
func FuzzSet_Facts(f *testing.F) {
	catalogue := facts.Load()
	categories := catalogue.Categories()
	for i, c := range categories {
		raw, err := json.Marshal(factstest.Full(c, uint64(i)))
		require.NoError(f, err)
		f.Add(uint8(i), uint64(i), uint64(i+7), raw)
	}
	f.Add(uint8(4), uint64(1), uint64(2), []byte(`{"description":{"de":null},"beds":null,"size":"x"}`))
	f.Fuzz(func(t *testing.T, at uint8, first, second uint64, raw []byte) {
		c := categories[int(at)%len(categories)]
		var patch facts.Record
		if json.Unmarshal(raw, &patch) != nil {
			return
		}
		fields, err := override.CheckFields(c, factstest.Full(c, first), patch)
		if err != nil {
			var refusal *apperr.Error
			require.ErrorAs(t, err, &refusal)
			require.NotEmpty(t, refusal.Fields)
			fields = patch // laid over all the same: what the schema refuses changes nothing
			delete(fields, facts.FieldShared)
		}
		ov := approvedFacts(t, c, fields)
		set, err := override.SetOf(nil, "", ov)
		require.NoError(t, err)
		sheet := facts.Sheet{c.Key: {{ID: 9, Data: factstest.Full(c, second)}}}
		out := set.Facts(catalogue, free(), sheet)
		require.Equal(t, facts.Sheet{c.Key: {{ID: 9, Data: factstest.Full(c, second)}}}, sheet, "the source is as it was")
		_, err = c.Merge("", nil, out[c.Key][0].Data)
		require.NoError(t, err)
		spoil(map[string]any(out[c.Key][0].Data))
		require.Equal(t, facts.Sheet{c.Key: {{ID: 9, Data: factstest.Full(c, second)}}}, sheet, "nothing is shared")
	})
}

// spoil overwrites everything that can be reached.
func spoil(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, below := range v {
			spoil(below)
			v[key] = "spoilt"
		}
	case []any:
		for i, below := range v {
			spoil(below)
			v[i] = "spoilt"
		}
	}
}
