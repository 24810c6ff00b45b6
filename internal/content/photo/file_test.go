package photo_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"allot/internal/content/photo"
)

func FuzzSlug(f *testing.F) {
	for _, s := range []string{"", "The old mill", "../../etc/passwd", "a\x00b", "Θέα", "\u202egpj.exe", strings.Repeat("ä ", 300), "--", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, caption string) {
		s := photo.Slug(caption)
		require.True(t, utf8.ValidString(s))
		require.LessOrEqual(t, utf8.RuneCountInString(s), 60)
		for _, r := range s {
			require.True(t, r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r), "%q", r)
		}
		require.Equal(t, strings.Trim(s, "-"), s)
	})
}
