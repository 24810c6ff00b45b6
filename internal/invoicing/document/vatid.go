package document

import "strings"

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
