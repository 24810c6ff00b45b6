package passwd

import "unicode"

// keyLines are sequences of neighbouring keys: rows, columns and zigzags of the
// layouts of our users, in folded form.
var keyLines = []string{
	"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", // English, Turkish Q
	"qwertzuiop", "yxcvbnm", // German
	"azertyuiop", "qsdfghjklm", "wxcvbn", // French
	"fgiodrnhpqw", "uieautkmlys", "jovcczsb", // Turkish F
	"ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ", // Greek
	"1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "8ik", "9ol", "1yaq",
	"1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "qawsedrftgyhujikolp", "azsxdcfvgbhnjmk",
	"!@#$%^&*()", "!\"§$%&/()=",
}

var keyNeighbours = neighbours(keyLines)

func neighbours(lines []string) map[[2]rune]struct{} {
	pairs := map[[2]rune]struct{}{}
	for _, line := range lines {
		keys := []rune(line)
		for i := 1; i < len(keys); i++ {
			pairs[[2]rune{keys[i-1], keys[i]}] = struct{}{}
			pairs[[2]rune{keys[i], keys[i-1]}] = struct{}{}
		}
	}
	return pairs
}

const (
	shortestRun = 3 // characters that make a run worth counting
	fewOutside  = 4 // least number of characters outside of runs
	fewDistinct = 4 // least number of different characters
)

// isPattern reports whether nearly every character of a password can be predicted
// from the one before it, or all from the beginning.
func isPattern(s []rune) bool {
	return distinct(s) < fewDistinct || repeats(s) || outsideRuns(s) < fewOutside
}

func distinct(s []rune) int {
	seen := map[rune]struct{}{}
	for _, r := range s {
		seen[r] = struct{}{}
	}
	return len(seen)
}

// repeats reports whether s repeats one part that alone would be too short; the
// last repetition may be incomplete.
func repeats(s []rune) bool {
	for period := 1; period < MinCharacters && 2*period <= len(s); period++ {
		same := true
		for i := period; i < len(s) && same; i++ {
			same = s[i] == s[i-period]
		}
		if same {
			return true
		}
	}
	return false
}

// outsideRuns counts the characters that belong to no run of predictable steps.
func outsideRuns(s []rune) int {
	outside, run := 0, 1
	for i := 1; i <= len(s); i++ {
		if i < len(s) && predictable(s[i-1], s[i]) {
			run++
			continue
		}
		if run < shortestRun {
			outside += run
		}
		run = 1
	}
	return outside
}

func predictable(a, b rune) bool {
	if _, ok := keyNeighbours[[2]rune{a, b}]; ok || a == b {
		return true
	}
	if unicode.IsLetter(a) && unicode.IsLetter(b) || unicode.IsDigit(a) && unicode.IsDigit(b) {
		return a-b == 1 || b-a == 1
	}
	return false
}
