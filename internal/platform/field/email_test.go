package field_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/field"
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
		require.Equal(t, want, field.CleanEmail(given), "%q", given)
	}
}

func TestIsEmail(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 60)
	good := []string{
		"anna@hotel.example",
		"anna.petrou+allot@mail.hotel.example",
		"o'neil@hotel.example",
		"anna_p@hotel-poseidon.example",
		"1@2.example",
		"άννα@ξενοδοχείο.ελ",
		long + "@" + strings.Repeat("b.", 96) + "b", // 254 bytes in all
	}
	bad := []string{
		"",
		"anna",
		"anna@",
		"@hotel.example",
		"anna@hotel", // no letter leaves this machine's network
		"anna@hotel.",
		"anna@.example",
		"anna@hotel..example",
		"anna@@hotel.example",
		"anna@hotel.example@other.x",
		"anna p@hotel.example",
		"anna@hotel .example",
		"anna.@hotel.example",
		".anna@hotel.example",
		"an..na@hotel.example",
		"Anna <anna@hotel.example>",
		"<anna@hotel.example>",
		`"anna"@hotel.example`,
		`"an na"@hotel.example`,
		"anna@hotel.example, b@c.de",
		"anna@[192.0.2.1]",
		"anna@ho_tel.example",
		"anna@-hotel.example",
		"anna@hotel-.example",
		"anna@hotel.example\r\nBcc: b@c.de",
		"anna(comment)@hotel.example",
		long + "@" + strings.Repeat("b.", 96) + "bb", // 255
		"anna@" + strings.Repeat("b", 64) + ".de",
	}
	for _, email := range good {
		require.True(t, field.IsEmail(email), "%q", email)
	}
	for _, email := range bad {
		require.False(t, field.IsEmail(email), "%q", email)
	}
}

// An address that we accept is one that our own mailer can write to: else its
// user would never hear from us.
func FuzzIsEmail(f *testing.F) {
	for _, s := range []string{
		"anna@hotel.example", "Anna <a@b.c>", `"a b"@c.de`, "a@[1.2.3.4]", "a@b_c.d", "ά@ξ.ελ", "a@b.c\n", "a;b@c.de",
		"a@b.c.", "a\u2028@b.c", "=?utf-8?q?a?=@b.c", "a@xn--d.e", "a@b.-", "\xff@b.c",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		clean := field.CleanEmail(s)
		require.Equal(t, clean, field.CleanEmail(clean), "cleaning twice changes nothing")
		if !field.IsEmail(clean) {
			return
		}
		m := mailer.Message{ID: "fuzz", To: clean, Subject: "s", Text: "t"}
		require.NoError(t, m.Validate(), "%q", clean)
		require.NotContains(t, clean, " ")
		require.LessOrEqual(t, len(clean), 254)
	})
}
