package fold

import (
	"strings"
	"unicode"
)

// Words returns the folded text with single spaces between words and no
// punctuation: "Saint-Jean d'Août" becomes "saint jean d aout".
func Words(s string) string {
	return strings.Join(strings.FieldsFunc(Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}
