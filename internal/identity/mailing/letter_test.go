package mailing

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCompose(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de", "el", "tr"} {
		m := messageArgs{mailingArgs: mailingArgs{Language: lang, Note: "Summer is near."}, Name: "Anna"}
		l := compose(m, Content{Subject: "Rooms of Hotel {name}", Paragraphs: []string{"See {company}."}}, "Aurora AG", "https://allot.example/u/")
		require.Equal(t, lang, l.Language)
		require.Equal(t, "Rooms of Hotel {name}", l.Subject, "what a module says is not filled in again")
		require.Equal(t, []string{"Summer is near.", "See {company}."}, l.Paragraphs, "the sender's own words come first")
		require.Contains(t, l.Greeting, "Anna")
		require.Contains(t, l.Closing, "Aurora AG")
		require.Contains(t, l.Footer, "Aurora AG")
		require.NotEmpty(t, l.FooterLink.Label)
		require.Equal(t, "https://allot.example/u/", l.FooterLink.URL)

		nobody := compose(messageArgs{mailingArgs: mailingArgs{Language: lang}}, Content{}, "Aurora AG", "https://allot.example/u/")
		require.Empty(t, nobody.Paragraphs)
		require.NotContains(t, strings.Join([]string{nobody.Greeting, nobody.Closing, nobody.Footer}, " "), "{")
	}
}
