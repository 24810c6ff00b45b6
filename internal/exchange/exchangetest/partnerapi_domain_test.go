package exchangetest

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/exchange/partnerapi"
)

func TestParseDomain(t *testing.T) {
	t.Parallel()
	label := strings.Repeat("a", 63)
	tests := map[string]string{ // to the stored form; empty: refused
		"shop.example.com":                "shop.example.com",
		"  Shop.Example.COM ":             "shop.example.com",
		"example.com.":                    "example.com",
		"localhost":                       "localhost",
		"*.example.com":                   "*.example.com",
		"*.Example.com.":                  "*.example.com",
		"https://shop.example.com/a/b?c#": "shop.example.com",
		"http://shop.example.com:8080":    "shop.example.com",
		"shop.example.com:443":            "shop.example.com",
		"shop.example.com/path":           "shop.example.com",
		"shop.example.com?x=1":            "shop.example.com",
		"https://*.example.com/":          "*.example.com",
		"ξενοδοχείο.gr":                   "xn--kxajcb2bejbc1f.gr",
		"MÜNCHEN.de":                      "xn--mnchen-3ya.de",
		"*.münchen.de":                    "*.xn--mnchen-3ya.de",
		"my--shop.example.com":            "my--shop.example.com",
		"xn--mnchen-3ya.de":               "xn--mnchen-3ya.de",
		"faß.de":                          "xn--fa-hia.de",
		"例え。テスト":                          "xn--r8jz45g.xn--zckzah",
		label + ".com":                    label + ".com",
		"192.0.2.7":                       "192.0.2.7",
		"192.0.2.7:8080":                  "192.0.2.7",
		"http://192.0.2.7/8":              "192.0.2.7",
		"192.0.2.7/32":                    "192.0.2.7",
		"192.0.2.77/24":                   "192.0.2.0/24",
		"2001:DB8::1":                     "2001:db8::1",
		"[2001:db8::1]":                   "2001:db8::1",
		"https://[2001:db8::1]:8443/x":    "2001:db8::1",
		"2001:db8:1::5/48":                "2001:db8:1::/48",
		"2001:db8::1/128":                 "2001:db8::1",
		"::ffff:192.0.2.7":                "192.0.2.7",
		"::ffff:192.0.2.7/120":            "192.0.2.0/24",

		"":                                      "",
		" ":                                     "",
		".":                                     "",
		"*":                                     "",
		"*.":                                    "",
		"*.com":                                 "",
		"*.localhost":                           "",
		"*.192.0.2.7":                           "",
		"**.example.com":                        "",
		"a.*.example.com":                       "",
		"shop.*":                                "",
		"*example.com":                          "",
		"..":                                    "",
		"a..com":                                "",
		".example.com":                          "",
		"example.com..":                         "",
		"-a.com":                                "",
		"a-.com":                                "",
		"a_b.com":                               "",
		"a b.com":                               "",
		"a.com, b.com":                          "",
		"user@example.com":                      "",
		"https://u:p@example.com":               "",
		"https://":                              "",
		"null":                                  "null", // a host like any other; an Origin of null is none
		"999.1.1.1":                             "",
		"192.0.2":                               "",
		"0x7f.1":                                "",
		"a.0x7f":                                "",
		"12345":                                 "",
		"192.0.2.7/33":                          "",
		"192.0.2.7/-1":                          "",
		"192.0.2.7/24/24":                       "",
		"fe80::1%eth0":                          "",
		"fe80::%eth0/64":                        "",
		"::ffff:192.0.2.7/90":                   "",
		"[2001:db8::1":                          "",
		"[2001:db8::1]x":                        "",
		"example.com:port":                      "",
		"example.com:123456":                    "",
		"example.com:":                          "",
		"a\x00.com":                             "",
		"a\n.com":                               "",
		"a\u200b.com":                           "a.com", // as browsers read it
		"\xff.com":                              "",
		"xn--a.com":                             "",
		"xn--.com":                              "",
		"a" + label + ".com":                    "",
		strings.Repeat("ab.", 90) + "com":       "",
		strings.Repeat("a", 1<<20):              "",
		"https://" + strings.Repeat("ü", 70000): "",
	}
	for in, want := range tests {
		got, ok := partnerapi.ParseDomain(in)
		require.Equal(t, want != "", ok, "%.80q gave %q", in, got)
		if ok {
			require.Equal(t, want, got, "%.80q", in)
		}
	}
}

// Whatever is typed: what is stored is in the one form, and reading that again
// changes nothing.
func FuzzParseDomain(f *testing.F) {
	for _, seed := range []string{
		"shop.example.com", "*.münchen.de", "https://[2001:db8::1]:8443/x", "192.0.2.77/24", "::ffff:1.2.3.4/100", "例え。テスト", "a\x00", "xn--a", "0x7f.1", "a.com.", "ß.de",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := partnerapi.ParseDomain(text)
		if !ok {
			return
		}
		again, ok := partnerapi.ParseDomain(got)
		if !ok || again != got {
			t.Fatalf("%q is stored as %q, which reads as %q (%v)", text, got, again, ok)
		}
		if got != strings.ToLower(got) || strings.ContainsAny(got, " \t\r\n\x00@?#[]%") || len(got) > 255 {
			t.Fatalf("%q is stored as %q", text, got)
		}
		if p, err := netip.ParsePrefix(got); err == nil && (p != p.Masked() || p.Addr().Is4In6()) {
			t.Fatalf("%q is stored as the network %q", text, got)
		}
	})
}
