package iso_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/language"

	"allot/internal/platform/iso"
)

func TestCodes(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"GR", "DE", "TR", "PL", "GB", "US", "CY", "XK"} {
		require.True(t, iso.IsCountry(code), code)
	}
	for _, code := range []string{"", "gr", "GRC", "EU", "ZZ", "XX", "UK", "G1", "001", "Greece", "YU", "SU", "AN", "UN", "EZ", "IC", "AC"} {
		require.False(t, iso.IsCountry(code), code)
	}
	for _, tag := range []string{"en", "de", "tr", "el", "pt-BR", "zh-Hant"} {
		require.True(t, iso.IsLanguage(tag), tag)
	}
	for _, tag := range []string{"", "und", "english", "EN", "e", "de_DE", "xx-", "../en"} {
		require.False(t, iso.IsLanguage(tag), tag)
	}
	for _, zone := range []string{"UTC", "Europe/Athens", "Pacific/Tongatapu", "Pacific/Pago_Pago"} {
		require.True(t, iso.IsTimezone(zone), zone)
	}
	for _, zone := range []string{"", "Local", "Athens", "+02:00", "../../etc/passwd", "Europe/"} {
		require.False(t, iso.IsTimezone(zone), zone)
	}
}

func TestCountries(t *testing.T) {
	t.Parallel()
	codes := iso.Countries()
	require.Len(t, codes, 250, "249 of ISO 3166-1 and Kosovo")
	require.IsIncreasing(t, codes)
	for _, code := range codes {
		r, err := language.ParseRegion(code)
		require.NoError(t, err)
		require.True(t, r.IsCountry() && r.Canonicalize().String() == code, code)
	}
	codes[0] = "ZZ"
	require.False(t, iso.IsCountry("ZZ"), "callers get a list of their own")
}

func TestIsLanguage_bounded(t *testing.T) {
	t.Parallel()
	require.True(t, iso.IsLanguage("zh-Hant-TW-u-co-pinyin"))
	require.False(t, iso.IsLanguage("en-x-"+strings.Repeat("a-", 20)+"a"), "more than anybody writes")
	require.False(t, iso.IsLanguage("en"+strings.Repeat("-", 1<<20)), "at once, not after a minute")
}

func FuzzCodes(f *testing.F) {
	f.Add("GR")
	f.Add("en-Latn-GB")
	f.Add("Europe/Athens")
	f.Fuzz(func(_ *testing.T, s string) {
		iso.IsCountry(s)
		iso.IsLanguage(s)
		iso.IsTimezone(s)
	})
}
