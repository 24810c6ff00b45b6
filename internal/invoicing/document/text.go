package document

import "strings"

// CleanText returns a text as an e-invoice can hold it: without byte order marks and the
// characters that XML 1.0 forbids, with line feeds between lines and without white space around it.
func CleanText(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(xmlRune, s))
}

// byteOrderMark starts a file; inside a text it is invisible, and some programs take it
// for white space.
const byteOrderMark = 0xFEFF

// xmlRune drops (-1) what is not a Char of XML 1.0. A lone carriage return ends a line
// on some systems.
func xmlRune(r rune) rune {
	switch {
	case r == '\r':
		return '\n'
	case r == byteOrderMark:
		return -1
	case r == '\t', r == '\n', r >= 0x20 && r <= 0xFFFD, r >= 0x10000:
		return r
	}
	return -1
}
