package fold

import (
	"strings"
	"unicode"
)

// Words is the folded text with one space between words and nothing else:
// "Saint-Jean d'Août" and "saint jean d aout" are the same words.
func Words(s string) string {
	return strings.Join(strings.FieldsFunc(Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}
