package facts_test

import (
	"maps"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
)

func TestLoad(t *testing.T) {
	t.Parallel()

	t.Run("has the categories in the order of the sheet", func(t *testing.T) {
		t.Parallel()
		var keys []string
		for _, c := range facts.Load().Categories() {
			keys = append(keys, c.Key)
		}
		require.Equal(t, []string{
			"general", "location", "contacts", "distances", "rooms", "board_types", "restaurants", "bars", "pools",
			"beach", "sports_wellness", "entertainment", "children", "meeting_rooms", "services", "policies",
			"accessibility", "safety_sustainability",
		}, keys)
	})

	t.Run("asks for as much as the design does", func(t *testing.T) {
		t.Parallel()
		want := map[string][2]int{ // fields, needed to publish
			"general": {20, 5}, "location": {18, 7}, "contacts": {10, 1}, "distances": {8, 2}, "rooms": {20, 11},
			"board_types": {17, 2}, "restaurants": {18, 3}, "bars": {12, 2}, "pools": {20, 3}, "beach": {18, 2},
			"sports_wellness": {20, 1}, "entertainment": {19, 1}, "children": {20, 3}, "meeting_rooms": {18, 2},
			"services": {20, 5}, "policies": {20, 5}, "accessibility": {20, 1}, "safety_sustainability": {20, 3},
		}
		for _, c := range facts.Load().Categories() {
			got := [2]int{len(c.Fields), len(c.Required())}
			require.Equal(t, want[c.Key], got, c.Key)
		}
	})

	t.Run("tells a form what it needs", func(t *testing.T) {
		t.Parallel()
		beds, ok := category(t, "rooms").Field("beds")
		require.True(t, ok)
		require.Equal(t, facts.TypeList, beds.Type)
		require.True(t, beds.Required)
		width, ok := beds.Find("width")
		require.True(t, ok)
		require.Equal(t, "cm", width.Unit)
		kind, ok := beds.Find("type")
		require.True(t, ok)
		require.True(t, kind.Needed)
		require.Len(t, kind.Labels, len(kind.Values))
		measured, ok := category(t, "distances").Field("measured")
		require.True(t, ok)
		require.Equal(t, "walking", measured.Default)
		_, ok = category(t, "rooms").Field("id")
		require.False(t, ok, "the id is no fact")
	})

	t.Run("gives one unit one name", func(t *testing.T) {
		t.Parallel()
		names := map[string]map[string]bool{}
		var walk func(fields []*facts.Field)
		walk = func(fields []*facts.Field) {
			for _, f := range fields {
				if f.Unit != "" {
					if names[f.Unit] == nil {
						names[f.Unit] = map[string]bool{}
					}
					names[f.Unit][f.UnitLabel] = true
				}
				walk(f.Fields)
				if f.Item != nil {
					walk(f.Item.Fields)
				}
			}
		}
		for _, c := range facts.Load().Categories() {
			walk(c.Fields)
		}
		for unit, labels := range names {
			require.Len(t, labels, 1, "%s: %v", unit, slices.Collect(maps.Keys(labels)))
		}
	})
}

func TestOpen_RefusesSchemasItCannotKeep(t *testing.T) {
	t.Parallel()
	schema := func(field string) string {
		return `{"title": "T", "description": "D", "x-kind": "single", "x-order": 1, "additionalProperties": false,
			"properties": {"a": ` + field + `}, "x-publish-required": [], "$defs": {}}`
	}
	tests := map[string]struct{ schema, want string }{
		"a keyword that nothing checks": {schema(`{"title": "A", "type": "boolean", "const": true}`), "const"},
		"a format that nothing checks":  {schema(`{"title": "A", "type": "string", "maxLength": 9, "format": "iban"}`), "iban"},
		"a text without limit":          {schema(`{"title": "A", "type": "string"}`), "maxLength"},
		"a number without limit":        {schema(`{"title": "A", "type": "integer", "minimum": 0}`), "maximum"},
		"a list without limit":          {schema(`{"title": "A", "type": "array", "items": {"type": "boolean"}}`), "limit"},
		"a value without label":         {schema(`{"title": "A", "type": "string", "enum": ["x"], "x-labels": {}}`), "label"},
		"a field without title":         {schema(`{"type": "boolean"}`), "title"},
		"an unknown shared type":        {schema(`{"title": "A", "$ref": "#/$defs/none"}`), "none"},
		"a name twice":                  {`{"title": "T", "title": "T"}`, "twice"},
		"no JSON":                       {`{`, "EOF"},
		"a required field there is not": {`{"title": "T", "description": "D", "x-kind": "single", "x-order": 1,
			"additionalProperties": false, "properties": {}, "x-publish-required": ["b"]}`, "b, which is no field"},
		"an object open to anything": {`{"title": "T", "description": "D", "x-kind": "single", "x-order": 1,
			"properties": {}}`, "unknown names"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := facts.Open(fstest.MapFS{"schemas/x.json": {Data: []byte(tt.schema)}})
			require.ErrorContains(t, err, tt.want)
		})
	}
}
