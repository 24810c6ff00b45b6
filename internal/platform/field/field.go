// Package field knows the shapes of input fields that many records have: lines
// of text, e-mail addresses, phone numbers, web addresses, lists in a query.
//
// A shape is checked as far as people would call a value wrong, and no
// further; what is stored and compared is the clean form.
package field

import (
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"allot/internal/platform/apperr"
)

const (
	maxEmail   = 254
	maxLabel   = 63 // of one part of a host name
	maxPhone   = 40
	minDigits  = 3
	maxWebsite = 500
)

const hostLabel = `[\p{L}\p{M}\p{Nd}]([\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?`

var (
	// emailForm is narrower than the standard, which also knows quoted names,
	// comments and numeric hosts: nobody has those, and mail servers refuse them.
	emailForm = regexp.MustCompile("^[\\p{L}\\p{M}\\p{Nd}!#$%&'*+/=?^_`{|}~.-]+@(" + hostLabel + `\.)+` + hostLabel + "$")
	phoneForm = regexp.MustCompile(`^\+?[0-9 ()./#*x-]+$`)
)

// CleanEmail brings an address to the one form that is stored and compared.
func CleanEmail(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// IsEmail tells whether a clean address is one that mail can be sent to.
func IsEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || len(s) > maxEmail || !emailForm.MatchString(s) {
		return false
	}
	for label := range strings.SplitSeq(s[strings.LastIndexByte(s, '@')+1:], ".") {
		if len(label) > maxLabel {
			return false
		}
	}
	return true
}

// CheckEmail names the field unless the address is empty or one.
func CheckEmail(f *apperr.Fields, name, email string) {
	f.Check(email == "" || IsEmail(email), name, "must be an e-mail address such as name@example.com")
}

// CheckLine names the field unless the text is one line of at most max characters.
func CheckLine(f *apperr.Fields, name, text string, max int) {
	f.Checkf(utf8.RuneCountInString(text) <= max, name, "must have at most %d characters", max)
	f.Check(!strings.ContainsFunc(text, breaksLine), name, "must be one line of text")
}

// breaksLine finds what is no part of a line: control characters and the two
// line breaks of Unicode that are none.
func breaksLine(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

// Same tells whether two optional values are equal, or both are missing.
func Same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// CheckText names the field unless the text, of any number of lines, has at most
// max characters and none that no letter and no page could show.
func CheckText(f *apperr.Fields, name, text string, max int) {
	f.Checkf(utf8.RuneCountInString(text) <= max, name, "must have at most %d characters", max)
	f.Check(!strings.ContainsFunc(text, unprintable), name, "must be plain text without control characters")
}

func unprintable(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) && !strings.ContainsRune("\n\r\t", r)
}

// CheckPhone names the field unless the number is empty or can be dialled.
func CheckPhone(f *apperr.Fields, name, phone string) {
	digits := 0
	for _, r := range phone {
		if '0' <= r && r <= '9' {
			digits++
		}
	}
	ok := phone == "" || len(phone) <= maxPhone && digits >= minDigits && phoneForm.MatchString(phone)
	f.Checkf(ok, name, "must be a phone number of at most %d characters, such as +30 2810 123456", maxPhone)
}

// CheckWebsite names the field unless the address is empty or leads to a site.
// Names and passwords in it are refused: it is shown to others.
func CheckWebsite(f *apperr.Fields, name, address string) {
	if address == "" {
		return
	}
	u, err := url.Parse(address)
	ok := err == nil && len(address) <= maxWebsite && (u.Scheme == "http" || u.Scheme == "https") &&
		u.Hostname() != "" && u.User == nil && !strings.ContainsFunc(address, unicode.IsSpace)
	f.Checkf(ok, name, "must be a web address of at most %d characters that starts with https:// or http://", maxWebsite)
}
