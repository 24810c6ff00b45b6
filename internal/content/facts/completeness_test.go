package facts_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
)

// fullSheet has one full record of every category.
func fullSheet(seed uint64) facts.Sheet {
	sheet := facts.Sheet{}
	for i, c := range facts.Load().Categories() {
		sheet[c.Key] = []facts.Entry{{ID: int64(i + 1), Data: factstest.Full(c, seed)}}
	}
	return sheet
}

func scoreOf(tb testing.TB, done facts.Completeness, category string) facts.CategoryScore {
	tb.Helper()
	for _, s := range done.Categories {
		if s.Category == category {
			return s
		}
	}
	require.Fail(tb, "no score", category)
	return facts.CategoryScore{}
}

func TestCatalogue_Completeness(t *testing.T) {
	t.Parallel()
	c := facts.Load()

	t.Run("a full sheet is complete", func(t *testing.T) {
		t.Parallel()
		done := c.Completeness(fullSheet(1))
		require.Equal(t, 100, done.Percent)
		require.Empty(t, done.Missing)
		require.NotNil(t, done.Missing)
		require.Len(t, done.Categories, 18)
	})

	t.Run("an empty sheet has nothing", func(t *testing.T) {
		t.Parallel()
		done := c.Completeness(nil)
		require.Equal(t, 0, done.Percent)
		require.Contains(t, done.Missing, "general.official_name")
		for _, key := range []string{"rooms", "contacts", "board_types"} {
			require.Contains(t, done.Missing, key)
		}
		for _, key := range []string{"bars", "pools", "meeting_rooms", "restaurants", "distances"} {
			require.NotContains(t, done.Missing, key)
			require.False(t, scoreOf(t, done, key).Counts)
		}
	})

	t.Run("a hotel without bar, pool and beach can be complete", func(t *testing.T) {
		t.Parallel()
		sheet := fullSheet(1)
		for _, key := range []string{"bars", "pools", "meeting_rooms", "restaurants", "distances"} {
			delete(sheet, key)
		}
		sheet["beach"] = []facts.Entry{{Data: facts.Record{"access": "none"}}}
		sheet["children"] = []facts.Entry{{Data: facts.Record{"children_welcome": false}}}
		require.Equal(t, 100, c.Completeness(sheet).Percent)

		sheet["children"] = []facts.Entry{{Data: facts.Record{"children_welcome": true}}}
		require.Equal(t, []string{"children.infant_to_age", "children.child_to_age"}, c.Completeness(sheet).Missing)
	})

	t.Run("names gaps of array records by their id", func(t *testing.T) {
		t.Parallel()
		sheet := fullSheet(1)
		rooms, _ := c.Find("rooms")
		gap := factstest.Full(rooms, 2)
		delete(gap, "beds")
		gap["name"] = "  "
		sheet["rooms"] = append(sheet["rooms"], facts.Entry{ID: 17, Data: gap})
		done := c.Completeness(sheet)
		require.Equal(t, []string{"rooms[17].name", "rooms[17].beds"}, done.Missing)
		score := scoreOf(t, done, "rooms")
		require.Equal(t, 2, score.Records)
		require.Equal(t, 90, score.Percent, "20 of 22 fields are filled")
		require.Equal(t, 99, done.Percent, "less than 100 where anything is missing")
	})

	t.Run("rooms and policies count twice", func(t *testing.T) {
		t.Parallel()
		for key, want := range map[string]int{"policies": 90, "rooms": 90, "general": 95, "accessibility": 95} {
			sheet := fullSheet(1)
			delete(sheet, key)
			require.Equal(t, want, c.Completeness(sheet).Percent, key) // 18/20 and 19/20
		}
	})

	t.Run("an empty text, list or language is not filled", func(t *testing.T) {
		t.Parallel()
		sheet := fullSheet(1)
		sheet["general"][0].Data["short_description"] = map[string]any{"en": " "}
		sheet["location"][0].Data["location_types"] = []any{}
		sheet["location"][0].Data["city"] = ""
		require.Equal(t, []string{"general.short_description", "location.city", "location.location_types"}, c.Completeness(sheet).Missing)
	})

	t.Run("more facts never lower the score of the same records", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			sheet := fullSheet(rapid.Uint64().Draw(t, "seed"))
			for _, cat := range c.Categories() {
				for _, f := range cat.Required() {
					if rapid.Bool().Draw(t, cat.Key+"."+f.Key) {
						delete(sheet[cat.Key][0].Data, f.Key)
					}
				}
			}
			before := c.Completeness(sheet)
			require.Equal(t, len(before.Missing) == 0, before.Percent == 100)
			if len(before.Missing) == 0 {
				return
			}
			full := fullSheet(1)
			cat := rapid.SampledFrom(c.Categories()).Draw(t, "category")
			if cat.Key == "children" || cat.Key == "beach" {
				return // an answer there may ask for more
			}
			sheet[cat.Key][0].Data = full[cat.Key][0].Data
			require.GreaterOrEqual(t, c.Completeness(sheet).Percent, before.Percent)
		})
	})
}
