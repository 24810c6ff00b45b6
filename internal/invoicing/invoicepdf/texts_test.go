package invoicepdf_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/lang"
	"allot/internal/platform/pdf"
)

// flat returns the texts of a file by their path.
func flat(t *testing.T, language string) map[string]string {
	t.Helper()
	raw, err := os.ReadFile("texts/" + language + ".json")
	require.NoError(t, err)
	var file map[string]any
	require.NoError(t, json.Unmarshal(raw, &file))
	out := map[string]string{}
	var walk func(at string, v any)
	walk = func(at string, v any) {
		if text, ok := v.(string); ok {
			out[at] = text
			return
		}
		for key, inner := range v.(map[string]any) {
			walk(at+"/"+key, inner)
		}
	}
	walk("", file)
	return out
}

func TestTexts(t *testing.T) {
	t.Parallel()
	placeholder := regexp.MustCompile(`\{[^}]*\}`)
	placeholders := func(text string) []string {
		return slices.Sorted(slices.Values(placeholder.FindAllString(text, -1)))
	}
	english := flat(t, "en")
	for _, l := range lang.Offered {
		t.Run(l+" has every text, in letters of our fonts", func(t *testing.T) {
			t.Parallel()
			got := flat(t, l)
			require.Len(t, got, len(english))
			for key, want := range english {
				text := got[key]
				require.NotEmpty(t, text, key)
				require.Equal(t, strings.TrimSpace(text), text, key)
				require.Equal(t, pdf.Clean(text), text, key)
				require.Equal(t, placeholders(want), placeholders(text), key)
			}
			raw, err := os.ReadFile("texts/" + l + ".json")
			require.NoError(t, err)
			again, err := json.Marshal(invoicepdf.AllTexts[l])
			require.NoError(t, err)
			require.JSONEq(t, string(raw), string(again), "the file has what the document says, no more and no less")
		})
		t.Run(l+" names every type, mark, unit and reason", func(t *testing.T) {
			t.Parallel()
			texts := invoicepdf.AllTexts[l]
			for _, kind := range document.Types {
				require.NotEmpty(t, texts.Titles[kind], kind)
			}
			for _, unit := range document.Units {
				require.NotEmpty(t, texts.Units[unit].One, unit)
				require.NotEmpty(t, texts.Units[unit].Many, unit)
			}
			for _, c := range document.Categories {
				require.Equal(t, c.NeedsReason(), texts.Reasons[c] != "", c)
			}
			for _, m := range []invoicepdf.Mark{invoicepdf.MarkDraft, invoicepdf.MarkCancelled, invoicepdf.MarkPaid} {
				require.NotEmpty(t, texts.Marks[m], m)
			}
		})
	}
}
