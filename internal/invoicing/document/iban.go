package document

import (
	"regexp"
	"strings"
)

var (
	ibanForm = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)
	bicForm  = regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$`)
)

// CleanAccount returns an IBAN or BIC in capitals, without the spaces that people write.
func CleanAccount(s string) string { return strings.ToUpper(strings.Join(strings.Fields(s), "")) }

// IsIBAN reports whether s has the form of an IBAN and its check digits are right.
func IsIBAN(s string) bool {
	if !ibanForm.MatchString(s) {
		return false
	}
	rest := 0
	for _, r := range s[4:] + s[:4] {
		if r >= 'A' {
			rest = (rest*100 + int(r-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(r-'0')) % 97
		}
	}
	return rest == 1
}

// IsBIC reports whether s has the form of a BIC.
func IsBIC(s string) bool { return bicForm.MatchString(s) }

// GroupedIBAN returns an IBAN in groups of four, as it is printed.
func GroupedIBAN(iban string) string {
	var b strings.Builder
	for i, r := range iban {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
