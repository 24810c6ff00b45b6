package fold_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/fold"
)

func TestSlug(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Grand Hotel":             "grand-hotel",
		" O'Hara's  Bed & /..\\ ": "oharas-bed-and",
		"Ξενοδοχείο Ακτή":         "xenodocheio-akti",
		"Şişli İçkale Kıyı":       "sisli-ickale-kiyi",
		"Отель «Южный»":           "otel-yuzhnyi",
		"海の家":                     "",
		"":                        "",
		strings.Repeat("ab ", 99): strings.Repeat("ab-", 26) + "ab",
	} {
		require.Equal(t, want, fold.Slug(text), text)
	}
}

func FuzzSlug(f *testing.F) {
	f.Add("Ξενοδοχείο «Ήλιος» \xff")
	f.Fuzz(func(t *testing.T, text string) {
		require.Regexp(t, `^([a-z0-9]+(-[a-z0-9]+)*)?$`, fold.Slug(text))
		require.LessOrEqual(t, len(fold.Slug(text)), 80)
	})
}
