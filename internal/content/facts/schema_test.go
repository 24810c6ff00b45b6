package facts_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/platform/lang"
)

var compiled sync.Map

// published is the category's public schema in the hands of a schema library.
func published(tb testing.TB, c *facts.Category) *jsonschema.Schema {
	tb.Helper()
	if s, ok := compiled.Load(c.Key); ok {
		return s.(*jsonschema.Schema)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(c.Schema("en")))
	require.NoError(tb, err)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	require.NoError(tb, compiler.AddResource(c.Key+".json", doc))
	s, err := compiler.Compile(c.Key + ".json")
	require.NoError(tb, err)
	compiled.Store(c.Key, s)
	return s
}

func plainJSON(tb testing.TB, r facts.Record) any {
	tb.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(asJSON(tb, r)))
	require.NoError(tb, err)
	return v
}

func TestCategory_Schema(t *testing.T) {
	t.Parallel()

	for _, c := range facts.Load().Categories() {
		t.Run(c.Key+" means to a schema library what it means here", func(t *testing.T) {
			t.Parallel()
			s := published(t, c)
			for seed := range uint64(30) {
				require.NoError(t, s.Validate(plainJSON(t, factstest.Full(c, seed))))
			}
			require.Error(t, s.Validate(map[string]any{"nonsense": true}))
		})
		t.Run(c.Key+" is the same bytes every time and cannot be changed", func(t *testing.T) {
			t.Parallel()
			first := c.Schema("de")
			first[0] = 'x'
			require.Equal(t, string(c.Schema("de")), string(c.Schema("de-AT")))
			require.True(t, json.Valid(c.Schema("de")))
		})
	}

	t.Run("keeps the order of the sheet", func(t *testing.T) {
		t.Parallel()
		raw := string(category(t, "rooms").Schema("en"))
		require.Less(t, strings.Index(raw, `"code":`), strings.Index(raw, `"name":`))
		require.Less(t, strings.Index(raw, `"name":`), strings.Index(raw, `"amenities":`))
	})

	t.Run("falls back to English", func(t *testing.T) {
		t.Parallel()
		c := category(t, "rooms")
		want := string(c.Schema("en"))
		for _, lang := range []string{"", "ja", "en-GB", "not a language", strings.Repeat("de-", 1000), "\x00"} {
			require.Equal(t, want, string(c.Schema(lang)), lang)
		}
	})
}

// tiny is a catalogue with every place that words can be in.
func tiny(de string) fstest.MapFS {
	return fstest.MapFS{
		"schemas/rooms.json": {Data: []byte(`{"title": "Rooms", "description": "What you sell.", "x-kind": "array", "x-order": 1,
			"additionalProperties": false, "properties": {
				"name": {"title": "Name", "description": "As on the door.", "type": "string", "maxLength": 20},
				"size": {"title": "Size", "type": "number", "minimum": 0, "maximum": 9, "x-unit": "m2", "x-unit-label": "m²"},
				"safe": {"title": "Safe", "$ref": "#/$defs/offer"},
				"beds": {"title": "Beds", "type": "array", "maxItems": 5, "items": {"type": "object", "additionalProperties": false,
					"properties": {"type": {"title": "Type", "type": "string", "enum": ["king"], "x-labels": {"king": "King"}}}}},
				"open": {"title": "Open", "type": "array", "maxItems": 5, "items": {"$ref": "#/$defs/hours"}}},
			"x-publish-required": ["name"],
			"$defs": {"offer": {"type": "string", "enum": ["no"], "x-labels": {"no": "None"}},
				"hours": {"type": "object", "additionalProperties": false, "properties": {
					"days": {"title": "Days", "description": "Empty: daily.", "type": "array", "uniqueItems": true,
						"items": {"type": "string", "enum": ["mon"], "x-labels": {"mon": "Mon"}}}}}}}`)},
		"labels/de.json": {Data: []byte(de)},
	}
}

const tinyGerman = `{"units": {"m2": "qm"},
	"defs": {"offer": {"values": {"no": "Keiner"}}, "hours": {"fields": {"days": {"title": "Tage", "description": "Leer: täglich.", "values": {"mon": "Mo"}}}}},
	"categories": {"rooms": {"title": "Zimmer", "description": "Was Sie verkaufen.", "fields": {
		"name": {"title": "Name", "description": "Wie an der Tür."}, "size": {"title": "Größe"}, "safe": {"title": "Tresor"}, "beds": {"title": "Betten"},
		"beds.type": {"title": "Art", "values": {"king": "Doppelbett"}}, "open": {"title": "Geöffnet"}}}}}`

func TestCategory_Schema_IsTranslated(t *testing.T) {
	t.Parallel()
	c, err := facts.Open(tiny(tinyGerman))
	require.NoError(t, err)
	rooms, ok := c.Find("rooms")
	require.True(t, ok)

	raw := string(rooms.Schema("de-CH"))
	for _, want := range []string{
		`"title":"Zimmer"`, `"Was Sie verkaufen."`, `"title":"Größe"`, `"x-unit-label":"qm"`, `"x-unit":"m2"`, `"no":"Keiner"`,
		`"title":"Art"`, `"king":"Doppelbett"`, `"title":"Tage"`, `"mon":"Mo"`,
		`"description":"Wie an der Tür."`, `"description":"Leer: täglich."`,
	} {
		require.Contains(t, raw, want)
	}
	require.NotContains(t, raw, "As on the door", "a hint in another language")
	require.NotContains(t, raw, "Empty: daily", "a hint in another language")
	require.NotContains(t, raw, `"description":""`, "a hint where English has none")
	require.Contains(t, string(rooms.Schema("tr")), `"title":"Rooms"`, "no file for it")
	require.Contains(t, string(rooms.Schema("tr")), "As on the door", "no file for it")
	require.Equal(t, "Zimmer", rooms.TitleIn("de"))
	require.Equal(t, "Was Sie verkaufen.", rooms.DescriptionIn("de"))
	size, _ := rooms.Field("size")
	require.Equal(t, "Größe", rooms.FieldTitleIn("de", size))
}

func TestLabels(t *testing.T) {
	t.Parallel()

	// The real files, as soon as there are any.
	for _, lang := range lang.Offered[1:] {
		t.Run(lang+" has every word and no other", func(t *testing.T) {
			t.Parallel()
			missing, superfluous, read := facts.Load().Gaps(lang)
			if !read {
				t.Skip("there are no words in this language yet")
			}
			require.Empty(t, missing, "missing")
			require.Empty(t, superfluous, "superfluous")
		})
	}

	t.Run("names what is missing and what is too much", func(t *testing.T) {
		t.Parallel()
		c, err := facts.Open(tiny(tinyGerman))
		require.NoError(t, err)
		missing, superfluous, read := c.Gaps("de")
		require.True(t, read)
		require.Empty(t, missing)
		require.Empty(t, superfluous)

		c, err = facts.Open(tiny(strings.NewReplacer(`"qm"`, `""`, `"king"`, `"queen"`, `"open"`, `"opened"`, `"no"`, `"none"`,
			`, "description": "Wie an der Tür."`, ``, `"title": "Größe"`, `"title": "Größe", "description": "Innen."`).Replace(tinyGerman)))
		require.NoError(t, err)
		missing, superfluous, _ = c.Gaps("de")
		require.Equal(t, []string{
			"categories.rooms.fields.beds.type.values.king", "categories.rooms.fields.name.description",
			"categories.rooms.fields.open.title", "defs.offer.values.no", "units.m2",
		}, missing)
		require.Equal(t, []string{
			"categories.rooms.fields.beds.type.values.queen", "categories.rooms.fields.opened.title",
			"categories.rooms.fields.size.description", "defs.offer.values.none",
		}, superfluous)
	})

	t.Run("refuses a file of another shape", func(t *testing.T) {
		t.Parallel()
		for _, raw := range []string{`{"unit": {}}`, `[]`, `{`, `{"categories": {"rooms": "Zimmer"}}`} {
			_, err := facts.Open(tiny(raw))
			require.ErrorContains(t, err, "words in de")
		}
	})
}
