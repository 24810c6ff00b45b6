package account_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account"
	"allot/internal/platform/check"
	"allot/internal/platform/mailer"
)

func TestCleanEmail(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"anna@hotel.example":         "anna@hotel.example",
		"  Anna@Hotel.Example\t\r\n": "anna@hotel.example",
		"ΆΝΝΑ@hotel.example":         "άννα@hotel.example",
		"":                           "",
		"   ":                        "",
	} {
		require.Equal(t, want, account.CleanEmail(given), "%q", given)
	}
}

// An address that we accept is one that our own mailer can write to: else its
// user would never hear from us.
func FuzzEmail(f *testing.F) {
	for _, s := range []string{
		"anna@hotel.example", "Anna <a@b.c>", `"a b"@c.de`, "a@[1.2.3.4]", "a@b_c.d", "ά@ξ.ελ", "a@b.c\n", "a;b@c.de",
		"a@b.c.", "a\u2028@b.c", "=?utf-8?q?a?=@b.c", "a@xn--d.e", "a@b.-", "\xff@b.c",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		clean := account.CleanEmail(s)
		require.Equal(t, clean, account.CleanEmail(clean), "cleaning twice changes nothing")
		if !check.IsEmail(clean) {
			return
		}
		m := mailer.Message{ID: "fuzz", To: clean, Subject: "s", Text: "t"}
		require.NoError(t, m.Validate(), "%q", clean)
		require.NotContains(t, clean, " ")
		require.LessOrEqual(t, len(clean), 254)
	})
}

func TestUser_Name(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Anna Petrou", account.User{FirstName: "Anna", LastName: "Petrou"}.Name())
	require.Equal(t, "Petrou", account.User{LastName: "Petrou"}.Name())
	require.Empty(t, account.User{}.Name())
}
