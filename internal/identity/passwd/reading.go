package passwd

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold returns a text in lower case, without accents, with full-width forms as
// plain ones.
func fold(s string) []rune {
	out := make([]rune, 0, len(s))
	for _, r := range norm.NFKD.String(s) {
		switch r = unicode.ToLower(r); {
		case unicode.Is(unicode.Mn, r):
		case r == 'ı':
			out = append(out, 'i')
		case r == 'ß':
			out = append(out, 's', 's')
		case r == 'ς':
			out = append(out, 'σ')
		default:
			out = append(out, r)
		}
	}
	return out
}

// readingsOf returns the letters that a folded password may have been made from:
// with and without digits and symbols at its ends, and with digits inside replaced
// by the letters that they resemble.
func readingsOf(s []rune) []string {
	head, tail := 0, len(s)
	for head < tail && !unicode.IsLetter(s[head]) {
		head++
	}
	for tail > head && !unicode.IsLetter(s[tail-1]) {
		tail--
	}
	out := []string{letters(s)}
	// "$ecret99" needs its first symbol and not its last ones, "99secre7" the reverse.
	for _, core := range [][]rune{s[head:tail], s[head:], s[:tail], s} {
		for _, one := range "il" {
			if r := letters(unleet(core, one)); !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

func unleet(s []rune, one rune) []rune {
	out := make([]rune, len(s))
	for i, r := range s {
		switch r {
		case '0':
			r = 'o'
		case '1', '!', '|':
			r = one
		case '3', '€':
			r = 'e'
		case '4', '@':
			r = 'a'
		case '5', '$':
			r = 's'
		case '7':
			r = 't'
		}
		out[i] = r
	}
	return out
}

func letters(s []rune) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

const (
	fewParts = 3  // words and single letters that an attacker can try to combine
	longWord = 40 // bytes; longer words are cut, which bounds the work of parts
)

// wordSet holds folded words.
type wordSet map[string]struct{}

func anyIn(readings []string, sets ...wordSet) bool {
	for _, r := range readings {
		// Fewer letters are no word; isMostlyDigits checks the rest.
		if utf8.RuneCountInString(r) > fewParts && parts(r, sets) <= fewParts {
			return true
		}
	}
	return false
}

// parts returns the smallest number of listed words and single letters that make
// up s: 1 for "password", 2 for "mypassword", 8 for an unlisted word of 8 letters.
func parts(s string, sets []wordSet) int {
	fewest := make([]int, len(s)+1) // up to a byte of s, at the ends of letters
	before := 0
	for end := range len(s) + 1 {
		if end == 0 || end < len(s) && !utf8.RuneStart(s[end]) {
			continue
		}
		fewest[end] = fewest[before] + 1
		before = end
		for start := max(0, end-longWord); start < end; start++ {
			if utf8.RuneStart(s[start]) && fewest[start]+1 < fewest[end] && listed(s[start:end], sets) {
				fewest[end] = fewest[start] + 1
			}
		}
	}
	return fewest[len(s)]
}

func listed(word string, sets []wordSet) bool {
	for _, set := range sets {
		if _, ok := set[word]; ok {
			return true
		}
	}
	return false
}

// personalWords returns the words of the texts, and each text as one word, such as
// an e-mail address. Words of one or two letters are left out.
func personalWords(texts []string) wordSet {
	words := wordSet{}
	for _, text := range texts {
		folded := fold(text)
		fields := strings.FieldsFunc(string(folded), func(r rune) bool { return !unicode.IsLetter(r) })
		for _, w := range append(fields, letters(folded)) {
			if utf8.RuneCountInString(w) > 2 {
				words[cut(w)] = struct{}{}
			}
		}
	}
	return words
}

// cut shortens a word to longWord without breaking a letter.
func cut(word string) string {
	if len(word) <= longWord {
		return word
	}
	end := longWord
	for !utf8.RuneStart(word[end]) {
		end--
	}
	return word[:end]
}
