package document

import (
	"strings"
	"unicode"
)

// SameVATID reports whether two VAT numbers are the same, however they are written:
// with spaces, points or small letters, Greek ones with EL or GR. Empty ones are not.
func SameVATID(a, b string) bool {
	a = bareVATID(a)
	return a != "" && a == bareVATID(b)
}

func bareVATID(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, strings.ToUpper(s))
	if rest, ok := strings.CutPrefix(s, "GR"); ok {
		return "EL" + rest
	}
	return s
}

// SameParty reports whether two records are of the same company: by the VAT id where both
// have one, else by the registration. known is false where neither is on both sides.
func SameParty(a, b Party) (same, known bool) {
	if bareVATID(a.VATID) != "" && bareVATID(b.VATID) != "" {
		return SameVATID(a.VATID, b.VATID), true
	}
	x, y := bareRegistration(a.Registration), bareRegistration(b.Registration)
	return x == y, x != "" && y != ""
}

// bareRegistration returns a registration without what people write differently.
func bareRegistration(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, s)
}
