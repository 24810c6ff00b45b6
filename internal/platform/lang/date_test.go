package lang_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
)

func TestDate(t *testing.T) {
	t.Parallel()
	d := civil.New(2027, time.March, 12)
	for language, want := range map[string]string{
		"en": "12 March 2027", "de": "12. März 2027", "tr": "12 Mart 2027", "el": "12 Μαρτίου 2027", "fr": "12 March 2027",
	} {
		require.Equal(t, want, lang.Date(language, d))
	}
	for _, language := range lang.Offered {
		seen := map[string]bool{}
		for month := time.January; month <= time.December; month++ {
			seen[lang.Date(language, civil.New(2027, month, 1))] = true
		}
		require.Len(t, seen, 12, language)
	}
}
