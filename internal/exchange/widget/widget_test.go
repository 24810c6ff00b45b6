package widget

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

func TestInput_apply(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	base := Widget{Theme: ThemeAuto, Color: defaultColor, Language: LanguageAuto, Show: Parts}
	tests := map[string]struct {
		in   Input
		bad  string // the field; empty: none
		want func(*Widget)
	}{
		"nothing":                        {Input{}, "", func(*Widget) {}},
		"a theme":                        {Input{Theme: text("dark")}, "", func(w *Widget) { w.Theme = ThemeDark }},
		"an unknown theme":               {Input{Theme: text("Dark")}, "theme", nil},
		"a colour in capitals":           {Input{Color: text("#AABBCC")}, "", func(w *Widget) { w.Color = "#aabbcc" }},
		"a short colour":                 {Input{Color: text("#abc")}, "color", nil},
		"a colour with a name":           {Input{Color: text("red")}, "color", nil},
		"a colour that ends the rule":    {Input{Color: text("#aabbc}")}, "color", nil},
		"a colour with letters beyond":   {Input{Color: text("#ggbbcc")}, "color", nil},
		"a language":                     {Input{Language: text("el")}, "", func(w *Widget) { w.Language = "el" }},
		"a language that we do not have": {Input{Language: text("fr")}, "language", nil},
		"no language":                    {Input{Language: text("")}, "language", nil},
		"parts, in any order and twice":  {Input{Show: &[]string{"availability", "facts", "facts"}}, "", func(w *Widget) { w.Show = []Part{PartFacts, PartAvailability} }},
		"no part":                        {Input{Show: &[]string{}}, "show", nil},
		"an unknown part":                {Input{Show: &[]string{"facts", "prices"}}, "show", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := base
			err := tt.in.apply(&w)
			if tt.bad != "" {
				require.Len(t, apperr.Of(err).Fields, 1)
				require.Equal(t, tt.bad, apperr.Of(err).Fields[0].Field)
				return
			}
			require.NoError(t, err)
			want := base
			tt.want(&want)
			require.Equal(t, want, w)
		})
	}
}

func TestSpansOf(t *testing.T) {
	t.Parallel()
	day := civil.MustParse
	require.Equal(t, []Span{
		{day("2030-02-27"), day("2030-02-28"), rules.StateOpen},
		{day("2030-03-01"), day("2030-03-01"), rules.StateClosed},
		{day("2030-03-02"), day("2030-03-02"), rules.StateOpen},
	}, spansOf([]rules.State{rules.StateOpen, rules.StateOpen, rules.StateClosed, rules.StateOpen}, day("2030-02-27")))
	require.Empty(t, spansOf(nil, day("2030-01-01")))
}

// What is hidden must exist: a field that was renamed would be shown.
func TestHidden_areFieldsOfTheCatalogue(t *testing.T) {
	t.Parallel()
	catalogue := facts.Load()
	keys := map[string]*facts.Category{}
	for _, c := range catalogue.Categories() {
		keys[c.Key] = c
	}
	for _, key := range partnersOnly {
		require.NotNil(t, keys[key], key)
	}
	for key, fields := range hidden {
		require.NotNil(t, keys[key], key)
		for _, f := range fields {
			_, there := keys[key].Field(f)
			require.True(t, there, "%s.%s", key, f)
		}
	}
	for _, c := range catalogue.Categories() {
		for _, f := range c.Fields {
			if strings.Contains(f.Key, "units") || f.Key == "code" || strings.Contains(f.Key, "iata") && f.Key != "airport_iata" {
				require.Contains(t, hidden[c.Key], f.Key, c.Key)
			}
		}
	}
}
