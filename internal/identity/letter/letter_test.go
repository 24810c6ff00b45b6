package letter_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/letter"
	"allot/internal/platform/mailer"
)

func sample() letter.Letter {
	return letter.Letter{
		Language: "tr",
		Subject:  "Şifre",
		Greeting: "Merhaba Ayşe,",
		Paragraphs: []string{
			strings.Repeat("uzun kelimeler ığüşöç ", 20),
			"Bir satır\nikinci satır",
		},
		Action:  &letter.Action{Label: "Şifreyi değiştir", URL: "https://allot.example/reset?token=a&lang=tr"},
		Closing: "Saygılarımızla",
		Footer:  "Allot, hotel.example",
	}
}

func TestLetter_Message(t *testing.T) {
	t.Parallel()

	t.Run("says the same in HTML and in plain text", func(t *testing.T) {
		t.Parallel()
		m, err := sample().Message("reset-1", "a@b.example")
		require.NoError(t, err)
		require.Equal(t, "reset-1", m.ID)
		require.Equal(t, "a@b.example", m.To)
		require.Equal(t, "Şifre", m.Subject)
		for _, part := range []string{"Merhaba Ayşe,", "uzun kelimeler ığüşöç", "ikinci satır", "Şifreyi değiştir", "Saygılarımızla", "Allot, hotel.example"} {
			require.Contains(t, m.Text, part)
			require.Contains(t, m.HTML, part)
		}
		require.Contains(t, m.Text, "\nhttps://allot.example/reset?token=a&lang=tr\n")
		require.Contains(t, m.HTML, `href="https://allot.example/reset?token=a&amp;lang=tr"`)
		require.Contains(t, m.HTML, `<html lang="tr">`)
		require.Contains(t, m.HTML, "Bir satır<br>ikinci satır")
	})

	t.Run("wraps plain text at 72 characters and leaves links whole", func(t *testing.T) {
		t.Parallel()
		l := sample()
		l.Action.URL = "https://allot.example/" + strings.Repeat("x", 100)
		m, err := l.Message("reset-1", "a@b.example")
		require.NoError(t, err)
		long := 0
		for line := range strings.SplitSeq(m.Text, "\n") {
			if line == l.Action.URL {
				long++
				continue
			}
			require.LessOrEqual(t, utf8.RuneCountInString(line), 72)
		}
		require.Equal(t, 1, long)
		require.Contains(t, m.Text, "\n-- \nAllot")
	})

	t.Run("loads nothing from outside", func(t *testing.T) {
		t.Parallel()
		m, err := sample().Message("reset-1", "a@b.example")
		require.NoError(t, err)
		for _, bad := range []string{"<img", "<link", "<script", "url(", "src="} {
			require.NotContains(t, m.HTML, bad)
		}
	})

	t.Run("shows markup from users as text", func(t *testing.T) {
		t.Parallel()
		l := sample()
		const attack = `<script>alert(1)</script><a href="x">"'`
		l.Language, l.Greeting, l.Paragraphs = `en" onload="x`, attack, []string{attack}
		l.Action.Label, l.Closing, l.Footer, l.Subject = attack, attack, attack, attack
		m, err := l.Message("reset-1", "a@b.example")
		require.NoError(t, err)
		require.NotContains(t, m.HTML, "<script")
		require.NotContains(t, m.HTML, `<a href="x"`)
		require.NotContains(t, m.HTML, `onload="x"`)
		require.Contains(t, m.Text, attack)
	})

	t.Run("leaves out what the letter does not have", func(t *testing.T) {
		t.Parallel()
		m, err := letter.Letter{Subject: "S", Paragraphs: []string{"Only this."}}.Message("x", "a@b.example")
		require.NoError(t, err)
		require.Equal(t, "Only this.\n", m.Text)
		require.Contains(t, m.HTML, `<html lang="en">`)
		require.NotContains(t, m.HTML, "<a ")
		require.NotContains(t, m.HTML, "border-top")
	})

	t.Run("refuses actions that are no web address", func(t *testing.T) {
		t.Parallel()
		for _, bad := range []string{
			"", "javascript:alert(1)", "data:text/html,x", "ftp://a.example", "//a.example", "/relative", "https://",
			"https://user:pass@a.example/", "https://a.example/\nBcc: x", "https://a.example/ x", "mailto:a@b.example",
		} {
			l := sample()
			l.Action.URL = bad
			_, err := l.Message("x", "a@b.example")
			require.ErrorIs(t, err, mailer.ErrInvalid, bad)
		}
		l := sample()
		l.Action.Label = ""
		_, err := l.Message("x", "a@b.example")
		require.ErrorIs(t, err, mailer.ErrInvalid)
	})

	t.Run("refuses a subject with a line end", func(t *testing.T) {
		t.Parallel()
		l := sample()
		l.Subject = "a\nb"
		_, err := l.Message("x", "a@b.example")
		require.ErrorIs(t, err, mailer.ErrInvalid)
	})
}
