package chart_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/chart"
	"allot/internal/platform/lang"
	"allot/internal/platform/pdf"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	placeholder := regexp.MustCompile(`\{[^}]*\}`)
	placeholders := func(text string) []string {
		return slices.Sorted(slices.Values(placeholder.FindAllString(text, -1)))
	}
	read := func(t *testing.T, lang string) map[string]any {
		t.Helper()
		raw, err := os.ReadFile("texts/" + lang + ".json")
		require.NoError(t, err)
		var out map[string]any
		require.NoError(t, json.Unmarshal(raw, &out))
		return out
	}
	english := read(t, "en")
	for _, l := range lang.Offered {
		t.Run(l+" has every word, whole and in letters of our fonts", func(t *testing.T) {
			t.Parallel()
			got := read(t, l)
			again, err := json.Marshal(chart.AllTexts[l])
			require.NoError(t, err)
			file, err := json.Marshal(got)
			require.NoError(t, err)
			require.JSONEq(t, string(file), string(again), "the file has what the document says, no more and no less")
			require.Equal(t, string(again), pdf.Clean(string(again)))
			for key, word := range got {
				if text, ok := word.(string); ok {
					require.NotEmpty(t, text, key)
					require.Equal(t, strings.TrimSpace(text), text, key)
					require.Equal(t, placeholders(english[key].(string)), placeholders(text), key)
				}
			}
		})
		t.Run(l+" names every day, month and mark, and no two marks with one letter", func(t *testing.T) {
			t.Parallel()
			w := chart.AllTexts[l]
			require.Len(t, w.Months, 12)
			require.NotContains(t, w.Months, "")
			require.Len(t, w.Weekdays, 7)
			require.Len(t, w.Marks, int(chart.Past)+1)
			require.Empty(t, w.Marks[chart.Open].Letter, "open is the rule and is not marked")
			require.Empty(t, w.Marks[chart.Past].Letter, "nor are days that have passed")
			letters := map[string]bool{}
			for _, m := range w.Marks[chart.Free:chart.Past] {
				require.NotEmpty(t, m.Name)
				require.Len(t, []rune(m.Letter), 1)
				letters[m.Letter] = true
			}
			require.Len(t, letters, int(chart.Blocked))
		})
	}
}
