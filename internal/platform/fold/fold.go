// Package fold brings texts to the form in which people search for them:
// "Kıbrıs", "KIBRIS" and "kibris" are one word, so are "Αθήνα" and "αθηνα".
//
// A folded text is only compared, never shown. Stored and sought texts must
// both be folded, because neither database engine folds beyond ASCII alike.
package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters that Unicode does not take apart although people type them in
// another way. Lower-casing comes first, so only small ones are here.
var letters = strings.NewReplacer(
	"ß", "ss", "ς", "σ", "ı", "i", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th",
)

// Fold makes a text comparable: without case, accents and compatibility
// forms, in letters that a keyboard without the language can type. Folding a
// folded text changes nothing.
func Fold(s string) string {
	if isFolded(s) {
		return s
	}
	// A mark may hide behind what lower-casing makes (İ becomes i and a dot),
	// so the marks go last.
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

// isFolded spares plain lower-case ASCII the work; most texts are that.
func isFolded(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x80 || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}
