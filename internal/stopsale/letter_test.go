package stopsale_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/stopsale"
)

func TestLetter(t *testing.T) {
	t.Parallel()
	for lang, subject := range map[string]string{
		"en": "Stop sales of Hotel {name}", "de": "Verkaufsstopps von Hotel {name}", "tr": "Hotel {name} satış durdurmaları",
		"el": "Διακοπές πωλήσεων: Hotel {name}",
	} {
		l := stopsale.Letter(lang, "Anna", "Summer is near.", "Hotel {name}", "Aurora AG")
		require.Equal(t, subject, l.Subject, "what a hotel is called is not filled in again")
		require.Equal(t, lang, l.Language)
		require.Contains(t, l.Greeting, "Anna")
		require.Equal(t, "Summer is near.", l.Paragraphs[0])
		require.Len(t, l.Paragraphs, 2)
		require.Contains(t, l.Closing, "Aurora AG")
		require.Contains(t, l.Footer, "Aurora AG")

		nobody := stopsale.Letter(lang, "", "", "Hotel", "Aurora AG")
		require.Len(t, nobody.Paragraphs, 1)
		text := strings.Join(append(nobody.Paragraphs, nobody.Subject, nobody.Greeting, nobody.Closing, nobody.Footer), " ")
		require.NotContains(t, text, "{")
	}
}
