package account_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
)

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

func placeholders(parts ...string) []string {
	found := placeholder.FindAllString(strings.Join(parts, "\n"), -1)
	slices.Sort(found)
	return found
}

func TestLetterTexts(t *testing.T) {
	t.Parallel()
	english := account.LetterTexts()["en"]
	require.Len(t, english, 8)
	for lang, letters := range account.LetterTexts() {
		t.Run(lang+" has every letter, whole", func(t *testing.T) {
			t.Parallel()
			require.Len(t, letters, len(english))
			for kind, want := range english {
				got, ok := letters[kind]
				require.True(t, ok, kind)
				for _, text := range append([]string{got.Subject, got.Closing}, got.Paragraphs...) {
					require.NotEmpty(t, strings.TrimSpace(text), kind)
					require.Equal(t, strings.TrimSpace(text), text, kind)
				}
				require.Len(t, got.Paragraphs, len(want.Paragraphs), kind)
				require.Equal(t, want.Action == "", got.Action == "", "%s: the same action", kind)
				require.Equal(t, placeholders(want.Subject), placeholders(got.Subject), kind)
				require.Equal(t, placeholders(want.Paragraphs...), placeholders(got.Paragraphs...), kind)
				require.Empty(t, placeholders(got.Action, got.Closing), "%s: these are not filled in", kind)
				if lang != "en" {
					require.NotEqual(t, want.Subject, got.Subject, "%s is translated", kind)
					require.NotEqual(t, want.Paragraphs, got.Paragraphs, "%s is translated", kind)
				}
			}
		})
	}
	for _, letter := range english {
		all := placeholders(append([]string{letter.Subject}, letter.Paragraphs...)...)
		require.Subset(t, []string{"{email}"}, all)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	anna := account.User{ID: 7, Email: "anna@hotel.example", FirstName: "Anna", LastName: "Petrou", Language: "en"}
	const link = "https://allot.example/password-reset/#token=abc"

	t.Run("a letter looks right as text", func(t *testing.T) {
		t.Parallel()
		m, err := account.Write("reset", anna, link).Message("id", anna.Email)
		require.NoError(t, err)
		require.Equal(t, "Set a new Allot password", m.Subject)
		require.Equal(t, `Hello Anna Petrou,

Somebody, probably you, asked for a new password for anna@hotel.example.
The link works once, within one hour.

If it was not you, you need not do anything: your password stays as it
is.

Set a new password:
https://allot.example/password-reset/#token=abc

Your Allot team
`, m.Text)
	})

	t.Run("a letter looks right as HTML", func(t *testing.T) {
		t.Parallel()
		m, err := account.Write("reset", anna, link).Message("id", anna.Email)
		require.NoError(t, err)
		require.Contains(t, m.HTML, `<html lang="en">`)
		require.Contains(t, m.HTML, "Hello Anna Petrou,")
		require.Contains(t, m.HTML, `<a href="https://allot.example/password-reset/#token=abc"`)
		require.Contains(t, m.HTML, ">Set a new password</a>")
	})

	t.Run("every letter in every language can be sent, with nothing left to fill in", func(t *testing.T) {
		t.Parallel()
		for lang, letters := range account.LetterTexts() {
			for kind, text := range letters {
				u := anna
				u.Language = lang
				m, err := account.Write(string(kind), u, link).Message("id", u.Email)
				require.NoError(t, err)
				require.Empty(t, placeholders(m.Subject, m.Text), "%s in %s", kind, lang)
				require.Contains(t, m.Text, "Anna Petrou")
				require.Contains(t, m.HTML, `<html lang="`+lang+`">`)
				require.Equal(t, text.Action != "", strings.Contains(m.Text, link), "%s in %s", kind, lang)
			}
		}
	})

	t.Run("the language is the user's own, or the nearest, or English", func(t *testing.T) {
		t.Parallel()
		for lang, want := range map[string]string{
			"de": "de", "de-AT": "de", "tr": "tr", "el": "el", "el-CY": "el", "en-GB": "en",
			"fr": "en", "ja": "en", "": "en", "no such language": "en",
		} {
			u := anna
			u.Language = lang
			require.Equal(t, want, account.Write("welcome", u, link).Language, "%q", lang)
		}
	})

	t.Run("a user without a name is greeted by the address", func(t *testing.T) {
		t.Parallel()
		l := account.Write("welcome", account.User{Email: "anna@hotel.example"}, link)
		require.Equal(t, "Hello anna@hotel.example,", l.Greeting)
	})

	t.Run("a name is text, whatever it looks like", func(t *testing.T) {
		t.Parallel()
		u := anna
		u.FirstName, u.LastName = "<b>{email}</b>", ""
		m, err := account.Write("welcome", u, link).Message("id", u.Email)
		require.NoError(t, err)
		require.Contains(t, m.Text, "Hello <b>{email}</b>,")
		require.Contains(t, m.HTML, "&lt;b&gt;{email}&lt;/b&gt;")
	})
}
