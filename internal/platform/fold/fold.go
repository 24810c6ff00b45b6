// Package fold makes texts comparable for search: "Kıbrıs", "KIBRIS" and "kibris"
// become the same text, and so do "Αθήνα" and "αθηνα".
//
// A folded text is compared, never shown. Fold both the stored and the searched
// text, because the database engines do not fold alike beyond ASCII.
package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters replaces letters that Unicode does not decompose but people type in
// another way. They are in lower case, because Fold lower-cases first.
var letters = strings.NewReplacer(
	"ß", "ss", "ς", "σ", "ı", "i", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th",
)

// Fold returns a text without case, accents and compatibility forms, in letters
// that any keyboard of the script can type. Folding a folded text changes nothing.
func Fold(s string) string {
	if isFolded(s) {
		return s
	}
	// Lower-casing can add a mark (İ becomes i and a dot), so marks are removed last.
	s = norm.NFKD.String(strings.ToValidUTF8(s, "\uFFFD"))
	s = norm.NFKD.String(strings.Map(unicode.ToLower, s))
	s = strings.Map(withoutMark, s)
	return letters.Replace(s)
}

func withoutMark(r rune) rune {
	if unicode.Is(unicode.Mn, r) {
		return -1
	}
	return r
}

// isFolded reports whether a text is lower-case ASCII, as most are.
func isFolded(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x80 || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}
