package field_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// accepts tells whether a check has nothing to say.
func accepts(check func(f *apperr.Fields)) bool {
	var f apperr.Fields
	check(&f)
	return f.Err() == nil
}

func TestCheckPhone(t *testing.T) {
	t.Parallel()
	for phone, want := range map[string]bool{
		"": true, "+30 2810 123456": true, "(0211) 12-34/5.6": true, "112": true, "0211 123 x45": true,
		"12": false, "abc": false, "+": false, "+30\n281": false, "30+281": false, "٣٤٥٦": false,
		strings.Repeat("1", 40): true, strings.Repeat("1", 41): false,
	} {
		require.Equal(t, want, accepts(func(f *apperr.Fields) { field.CheckPhone(f, "phone", phone) }), phone)
	}
}

func TestCheckWebsite(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"": true, "https://hotel.example": true, "http://hotel.example:8080/de/?a=b#c": true, "HTTPS://hotel.example": true,
		"https://ξενοδοχείο.example/": true,
		"hotel.example":               false, "ftp://hotel.example": false, "javascript:alert(1)": false, "https://": false, "https://:80": false,
		"https://u:p@hotel.example": false, "https://hotel.example/a b": false, "https://hotel.example/\n": false, "//hotel.example": false,
		"https://hotel.example/" + strings.Repeat("x", 500): false,
	} {
		require.Equal(t, want, accepts(func(f *apperr.Fields) { field.CheckWebsite(f, "website", address) }), address)
	}
}

func TestCheckLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": true, "Ελένη": true, "ααααα": true, "αααααα": false, "a\nb": false, "a\tb": false, "a\u2028b": false, "a\u0085b": false,
	} {
		require.Equal(t, want, accepts(func(f *apperr.Fields) { field.CheckLine(f, "name", text, 5) }), text)
	}
}

func TestCheckText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": true, "ααααα": true, "αααααα": false, "a\n\tb": true, "a\r\nb": true, "a\x1bb": false, "a\x00": false, "a\u0085b": false, "a\ufffd": false,
	} {
		require.Equal(t, want, accepts(func(f *apperr.Fields) { field.CheckText(f, "note", text, 5) }), text)
	}
}

func TestCheckEmail(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]bool{
		"": true, "anna@hotel.example": true, "δοκιμή@παράδειγμα.δοκιμή": true,
		"anna": false, "anna@hotel": false, "Anna <anna@hotel.example>": false, "a b@hotel.example": false,
	} {
		require.Equal(t, want, accepts(func(f *apperr.Fields) { field.CheckEmail(f, "email", email) }), email)
	}
	require.Equal(t, "anna@hotel.example", field.CleanEmail(" Anna@HOTEL.example "))
}
