package pdf

import "strings"

// split breaks a word that is longer than a line. Every piece has at least one
// character, however narrow the line, so that split ends.
func (d *Doc) split(word string, width float64) (full []string, rest string) {
	signs := []rune(word)
	address := isAddress(word)
	for {
		fits := d.fitting(signs, width)
		if fits == len(signs) {
			return full, string(signs)
		}
		at := breakAt(signs, fits, address)
		full, signs = append(full, string(signs[:at])), signs[at:]
	}
}

// fitting returns how many of the first characters fit the width, at least one.
func (d *Doc) fitting(signs []rune, width float64) int {
	n := 1
	for n < len(signs) && d.f.GetStringWidth(string(signs[:n+1])) <= width {
		n++
	}
	return n
}

// isAddress reports whether a word is a web or e-mail address.
func isAddress(word string) bool {
	return strings.ContainsRune(word, '@') || strings.Contains(word, "://") || strings.HasPrefix(word, "www.")
}

// The characters that a line may end with or begin with. A point or hyphen of an
// address begins a line: at its end it would look like the end of the sentence,
// or like hyphenation.
const (
	endsWord      = "-/–—"
	endsAddress   = "/&=:"
	beginsAddress = ".@-_?#%~,+"
)

// breakAt returns how many of the characters that fit stay on the line: up to the
// last place where a reader expects a break, unless that leaves most of it empty.
func breakAt(signs []rune, fits int, address bool) int {
	ends, begins := endsWord, ""
	if address {
		ends, begins = endsAddress, beginsAddress
	}
	const least = 0.4
	for at := fits; at > int(least*float64(fits)); at-- {
		before, next := signs[at-1], signs[at]
		if strings.ContainsRune(begins, next) || strings.ContainsRune(ends, before) && next != '/' {
			return at
		}
	}
	return fits
}

// Joined writes short texts after each other with a separator. Lines break
// between texts, and inside a text only if it is longer than a line.
func (d *Doc) Joined(style Style, size float64, texts []string, between string) {
	d.Font(style, size)
	var lines []string
	for _, text := range texts {
		text = oneLine(Clean(text))
		if n := len(lines); n > 0 {
			if longer := lines[n-1] + between + text; d.f.GetStringWidth(longer) <= d.Width() {
				lines[n-1] = longer
				continue
			}
		}
		lines = append(lines, d.Wrap(text, d.Width())...)
	}
	d.lines(lines, size)
	d.Space(size * 0.2)
}
