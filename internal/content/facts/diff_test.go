package facts_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
)

func pointers(changes []facts.Change) []string {
	var out []string
	for _, ch := range changes {
		out = append(out, ch.Pointer)
	}
	return out
}

func TestCatalogue_Diff(t *testing.T) {
	t.Parallel()
	c := facts.Load()
	entry := func(id int64, raw string) facts.Entry { return facts.Entry{ID: id, Data: record(t, raw)} }

	t.Run("finds nothing between equal sheets, in whatever order", func(t *testing.T) {
		t.Parallel()
		require.Empty(t, c.Diff(fullSheet(1), fullSheet(1)))
		a, b := entry(1, `{"name": "A", "size": 26}`), entry(2, `{"name": "B"}`)
		moved := entry(1, `{"name": "A", "size": 26.0}`)
		moved.Position = 1
		require.Empty(t, c.Diff(facts.Sheet{"rooms": {a, b}}, facts.Sheet{"rooms": {b, moved}}))
	})

	t.Run("points at fields, languages and whole records", func(t *testing.T) {
		t.Parallel()
		before := facts.Sheet{
			"general": {entry(0, `{"official_name": "Old", "short_description": {"en": "x", "de": "y"}}`)},
			"rooms":   {entry(17, `{"name": "Double", "beds": [{"type": "king", "count": 1}]}`), entry(18, `{"name": "Gone"}`)},
		}
		after := facts.Sheet{
			"general": {entry(0, `{"official_name": "New", "short_description": {"en": "x", "tr": "z"}, "lifts_count": 2}`)},
			"rooms":   {entry(19, `{"name": "Came"}`), entry(17, `{"name": "Double", "beds": [{"type": "king", "count": 2}]}`)},
			"policies": {
				entry(0, `{"pets": "no"}`),
			},
		}
		changes := c.Diff(before, after)
		require.Equal(t, []string{
			"/general/official_name", "/general/lifts_count", "/general/short_description/de", "/general/short_description/tr",
			"/rooms/17/beds", "/rooms/18", "/rooms/19", "/policies/pets",
		}, pointers(changes))
		require.Equal(t, "Old", changes[0].Before)
		require.Equal(t, "New", changes[0].After)
		require.Nil(t, changes[1].Before)
		require.Equal(t, json.Number("2"), changes[1].After)
		require.Nil(t, changes[2].After)
		require.EqualValues(t, 17, changes[4].Record)
		require.Nil(t, changes[5].After)
		require.Nil(t, changes[6].Before)

		label, was, is := changes[4].Describe("en")
		require.Equal(t, "Room types › Double › Beds", label)
		require.Equal(t, "Bed King-size bed, Count 1", was)
		require.Equal(t, "Bed King-size bed, Count 2", is)
		label, was, is = changes[2].Describe("en")
		require.Equal(t, "General information › Short description › German", label)
		require.Equal(t, "y", was)
		require.Empty(t, is)
		label, _, _ = changes[6].Describe("en")
		require.Equal(t, "Room types › Came", label)
		_, was, is = changes[7].Describe("en")
		require.Equal(t, []string{"", "Not allowed"}, []string{was, is})
	})

	t.Run("shows the other way round what was taken back", func(t *testing.T) {
		t.Parallel()
		a, b := fullSheet(1), fullSheet(2)
		there, back := pointers(c.Diff(a, b)), pointers(c.Diff(b, a))
		slices.Sort(there)
		slices.Sort(back)
		require.NotEmpty(t, there)
		require.Equal(t, there, back)
	})
}
