package contract_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/lang"
)

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

func placeholders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return found
}

func TestLetterTexts(t *testing.T) {
	t.Parallel()
	all := contract.LetterTexts()
	require.Len(t, all, len(lang.Offered))
	fields := func(l contract.LetterText) []string {
		return []string{l.Subject, l.FromHotel, l.FromTour, l.About, l.Comments, l.Action, l.Closing, l.Footer}
	}
	english := fields(all["en"])
	for language, texts := range all {
		for i, text := range fields(texts) {
			require.NotEmpty(t, text, language)
			require.Equal(t, strings.TrimSpace(text), text, language)
			require.Equal(t, placeholders(english[i]), placeholders(text), language)
			if language != "en" {
				require.NotEqual(t, english[i], text, "%s is translated", language)
			}
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	anna := account.User{Email: "anna@hotel.example", AccountType: auth.Accommodation, Language: "en"}
	c := contract.Contract{InviteEmail: "kim+x@tours.example", Terms: contract.Terms{Comments: "See {email}\n\nAnna"}}

	t.Run("an invitation looks right as text", func(t *testing.T) {
		t.Parallel()
		m, err := contract.Write(anna, "Hotel\r\nPoseidon", c, "https://allot.example/register/?invitation=s-e_cret").Message("id", c.InviteEmail)
		require.NoError(t, err)
		require.Equal(t, "Hotel Poseidon invites you to Allot", m.Subject)
		require.Contains(t, m.Text, "See {email}\n\nAnna", "the inviter's words stay as they are")
		require.Contains(t, m.Text, "https://allot.example/register/?invitation=s-e_cret")
		require.Contains(t, strings.Join(strings.Fields(m.Text), " "), "Allot connects hotels and tour operators")
	})

	t.Run("an unknown language is English", func(t *testing.T) {
		t.Parallel()
		fr := anna
		fr.Language = "fr"
		require.Equal(t, "en", contract.Write(fr, "Poseidon", c, "https://allot.example").Language)
	})
}
