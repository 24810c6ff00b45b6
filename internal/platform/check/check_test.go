package check_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/check"
)

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
		require.True(t, check.IsEmail(email), "%q", email)
	}
	for _, email := range bad {
		require.False(t, check.IsEmail(email), "%q", email)
	}
}

func TestIsWebsite(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"https://www.hotel.example": true, "http://hotel.example/el/?a=b#c": true, "https://ξενοδοχείο.gr": true,
		"": false, "www.hotel.example": false, "ftp://hotel.example": false, "javascript:alert(1)": false, "https://": false,
		"https://anna:secret@hotel.example": false, "https://hotel.example/a b": false, "https://h.gr/" + strings.Repeat("x", 500): false,
	} {
		require.Equal(t, want, check.IsWebsite(s), s)
	}
}

func TestIsPhone(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"+30 2810 123456": true, "02810-123456": true, "(0281) 0123456": true, "+49/30.12": true,
		"": false, "call us": false, "+": false, "12": false, "+30 2810 1234567890 1234567890 12345": false, "+30\n2810": false,
	} {
		require.Equal(t, want, check.IsPhone(s), s)
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	var f apperr.Fields
	check.Email(&f, "email", "")
	check.Website(&f, "website", "")
	check.Phone(&f, "phone", "")
	check.Line(&f, "name", strings.Repeat("Ξ", 10), 10)
	require.NoError(t, f.Err(), "what is optional may be empty")

	check.Email(&f, "email", "x")
	check.Website(&f, "website", "x")
	check.Phone(&f, "phone", "x")
	check.Line(&f, "name", "xx", 1)
	check.Line(&f, "city", "a\tb", 10)
	require.Equal(t, apperr.Fields{
		{Field: "email", Message: "must be an e-mail address such as name@example.com"},
		{Field: "website", Message: "must be a web address such as https://www.example.com"},
		{Field: "phone", Message: "must be a telephone number such as +30 2810 123456"},
		{Field: "name", Message: "must have at most 1 characters"},
		{Field: "city", Message: "must be one line of text"},
	}, f)
}
