package field

import "strings"

// BetweenDigits are the signs that people write between the digits of a telephone number.
const BetweenDigits = " -/().\u00a0"

// lookedFor is how many digits a text has at least that is looked for as a telephone number.
const lookedFor = 5

// PhoneDigits returns the digits of a telephone number, or of a part of one, with a leading plus.
// Any other text has none.
func PhoneDigits(text string) string {
	var digits strings.Builder
	count := 0
	for i, r := range strings.TrimSpace(text) {
		switch {
		case r >= '0' && r <= '9':
			count++
			digits.WriteRune(r)
		case r == '+' && i == 0:
			digits.WriteRune(r)
		case !strings.ContainsRune(BetweenDigits, r):
			return ""
		}
	}
	if count < lookedFor {
		return ""
	}
	return digits.String()
}
