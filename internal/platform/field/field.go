// Package field checks input fields that many records have: lines of text, e-mail
// addresses, phone numbers, web addresses, lists in a query.
//
// Checks refuse only what people would call wrong. The clean form is what is
// stored and compared.
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
	maxLabel   = 63 // bytes of one part of a host name
	maxPhone   = 40
	minDigits  = 3
	maxWebsite = 500
)

var (
	// localForm is narrower than the standard, which also allows quoted names and
	// comments: nobody has those, and mail servers refuse them.
	localForm = regexp.MustCompile("^[\\p{L}\\p{M}\\p{Nd}!#$%&'*+/=?^_`{|}~.-]+$")
	labelForm = regexp.MustCompile(`^[\p{L}\p{M}\p{Nd}]([\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?$`)
	phoneForm = regexp.MustCompile(`^\+?[0-9 ()./#*x-]+$`)
)

// CleanEmail returns the form of an address that is stored and compared.
func CleanEmail(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// IsEmail reports whether a clean address is one that mail can be sent to.
func IsEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	local, host, _ := strings.Cut(s, "@")
	return err == nil && a.Address == s && len(s) <= maxEmail && localForm.MatchString(local) && strings.Contains(host, ".") && IsHost(host)
}

// IsHost reports whether a name can be that of a host, in any script.
func IsHost(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if len(label) > maxLabel || !labelForm.MatchString(label) {
			return false
		}
	}
	return true
}

// CheckEmail adds a problem unless the address is empty or valid.
func CheckEmail(f *apperr.Fields, name, email string) {
	f.Check(email == "" || IsEmail(email), name, "must be an e-mail address such as name@example.com")
}

// CheckLine adds a problem unless the text is one line of at most max characters.
func CheckLine(f *apperr.Fields, name, text string, max int) {
	f.Checkf(utf8.RuneCountInString(text) <= max, name, "must have at most %d characters", max)
	f.Check(IsLine(text), name, "must be one line of text")
}

// IsLine reports whether a text has no control characters and no line separators
// of Unicode.
func IsLine(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' })
}

// Same reports whether two optional values are equal or both missing.
func Same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// CheckText adds a problem unless the text, of any number of lines, has at most
// max characters and no control characters.
func CheckText(f *apperr.Fields, name, text string, max int) {
	f.Checkf(utf8.RuneCountInString(text) <= max, name, "must have at most %d characters", max)
	f.Check(!strings.ContainsFunc(text, unprintable), name, "must be plain text without control characters")
}

func unprintable(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) && !strings.ContainsRune("\n\r\t", r)
}

// CheckPhone adds a problem unless the number is empty or can be dialled.
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

// CheckWebsite adds a problem unless the address is empty or an http or https URL
// without user name and password.
func CheckWebsite(f *apperr.Fields, name, address string) {
	if address == "" {
		return
	}
	u, err := url.Parse(address)
	ok := err == nil && len(address) <= maxWebsite && (u.Scheme == "http" || u.Scheme == "https") &&
		u.Hostname() != "" && u.User == nil && !strings.ContainsFunc(address, unicode.IsSpace)
	f.Checkf(ok, name, "must be a web address of at most %d characters that starts with https:// or http://", maxWebsite)
}
