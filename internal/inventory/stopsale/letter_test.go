package stopsale

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLetters(t *testing.T) {
	t.Parallel()
	for lang, subject := range map[string]string{
		"en": "Stop sales of Hotel {name}", "de": "Verkaufsstopps von Hotel {name}", "tr": "Hotel {name} satış durdurmaları",
		"el": "Διακοπές πωλήσεων: Hotel {name}",
	} {
		c := texts[lang].Fill("property", "Hotel {name}")
		require.Equal(t, subject, c.Subject, "what a hotel is called is not filled in again")
		require.Len(t, c.Paragraphs, 1)
		require.NotContains(t, strings.Join(texts[lang].Fill("property", "Hotel").Paragraphs, " "), "{")
	}
}
