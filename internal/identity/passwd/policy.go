package passwd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The limits of a password. The upper one only keeps the work bounded.
const (
	MinCharacters = 10
	MaxBytes      = 200
)

// The problems that Check returns.
const (
	problemText     = "must be valid UTF-8 text without NUL characters"
	problemShort    = "must have at least 10 characters"
	problemLong     = "must have at most 200 bytes, which is 200 plain letters"
	problemDigits   = "must not be digits alone, as dates and phone numbers are; add some letters"
	problemPattern  = "must not be a sequence, a repetition or a row of neighbouring keys; three unrelated words are better"
	problemCommon   = "must not be made of the most common passwords and words; three unrelated words are better"
	problemPersonal = "must not be made of your name, company or e-mail address; three unrelated words are better"
)

// enoughDigits is the length from which digits are not a date or a phone number.
const enoughDigits = 16

// Check returns the problem with a new password, or nothing. personal is what
// others know of the user: e-mail address, names, company.
//
// There are no rules about kinds of characters: they make passwords harder to
// remember, not to guess. Check refuses what attackers try first.
func Check(password string, personal ...string) string {
	if len(password) > MaxBytes {
		return problemLong
	}
	if !utf8.ValidString(password) || strings.ContainsRune(password, 0) {
		return problemText
	}
	composed := norm.NFC.String(password)
	if utf8.RuneCountInString(composed) < MinCharacters {
		return problemShort
	}
	folded := fold(composed)
	readings := readingsOf(folded)
	switch {
	case anyIn(readings, commonWords):
		return problemCommon
	case anyIn(readings, commonWords, personalWords(personal)):
		return problemPersonal
	case isPattern(folded):
		return problemPattern
	case isMostlyDigits(folded):
		return problemDigits
	}
	return ""
}

// isMostlyDigits reports whether a password looks like a date or a phone number,
// with few other characters.
func isMostlyDigits(s []rune) bool {
	others := 0
	for _, r := range s {
		if !unicode.IsDigit(r) && !strings.ContainsRune(" +-./:,()", r) {
			others++
		}
	}
	return others < 4 && len(s) < enoughDigits
}
