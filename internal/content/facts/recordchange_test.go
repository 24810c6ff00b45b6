package facts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
)

func TestByRecord(t *testing.T) {
	t.Parallel()
	c := facts.Load()
	room := func(id int64, r facts.Record) facts.Entry { return facts.Entry{ID: id, Data: r} }
	before := facts.Sheet{
		"general": {room(0, facts.Record{"official_name": "Poseidon"})},
		"rooms": {
			room(17, facts.Record{"name": "Double", "description": map[string]any{"en": "Sea"}}),
			room(18, facts.Record{"name": "Single"}),
		},
	}
	after := facts.Sheet{
		"general": {room(0, facts.Record{"official_name": "Poseidon Palace"})},
		"rooms": {
			room(17, facts.Record{"name": "Double Sea", "description": map[string]any{"en": "Sea", "de": "Meer"}}),
			room(19, facts.Record{"name": "Suite", "description": map[string]any{"en": "Top"}}),
		},
	}
	list := facts.ByRecord(c.Diff(before, after), "en")
	type seen struct {
		category, name string
		change         facts.ChangeKind
		lines          []facts.ChangedLine
	}
	got := []seen{}
	for _, r := range list {
		require.Equal(t, r.Category == "rooms", r.Record != nil)
		require.NotEmpty(t, r.Title)
		got = append(got, seen{r.Category, r.Name, r.Change, r.Lines})
	}
	require.Equal(t, []seen{
		{"general", "", facts.Changed, []facts.ChangedLine{{"Official hotel name", "Poseidon", "Poseidon Palace"}}},
		{"rooms", "Double Sea", facts.Changed, []facts.ChangedLine{{"Room name", "Double", "Double Sea"}, {"Description › German", "", "Meer"}}},
		{"rooms", "Single", facts.Removed, []facts.ChangedLine{{"Room name", "Single", ""}}},
		{"rooms", "Suite", facts.Added, []facts.ChangedLine{{"Room name", "", "Suite"}, {"Description › English", "", "Top"}}},
	}, got)
}
