package factsheet_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/factsheet"
	"allot/internal/platform/lang"
	"allot/internal/platform/pdf"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	placeholder := regexp.MustCompile(`\{[^}]*\}`)
	read := func(t *testing.T, lang string) map[string]any {
		t.Helper()
		raw, err := os.ReadFile("texts/" + lang + ".json")
		require.NoError(t, err)
		var out map[string]any
		require.NoError(t, json.Unmarshal(raw, &out))
		return out
	}
	require.Len(t, factsheet.AllTexts, len(lang.Offered))
	english := read(t, "en")
	for _, lang := range lang.Offered {
		t.Run(lang+" has every word, whole and in letters of our fonts", func(t *testing.T) {
			t.Parallel()
			got := read(t, lang)
			require.Len(t, got, len(english))
			for key, want := range english {
				require.Contains(t, got, key)
				word := got[key].(string)
				require.NotEmpty(t, word, key)
				require.Equal(t, strings.TrimSpace(word), word, key)
				require.Equal(t, word, pdf.Clean(word), key)
				a, b := placeholder.FindAllString(want.(string), -1), placeholder.FindAllString(word, -1)
				slices.Sort(a)
				slices.Sort(b)
				require.Equal(t, a, b, key)
				if lang != "en" && len(a) == 0 {
					require.NotEqual(t, want, word, "%s is translated", key)
				}
			}
			again, err := json.Marshal(factsheet.AllTexts[lang])
			require.NoError(t, err)
			file, err := json.Marshal(got)
			require.NoError(t, err)
			require.JSONEq(t, string(file), string(again), "nothing is missing in the file")
		})
	}
}
