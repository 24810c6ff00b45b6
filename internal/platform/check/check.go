// Package check holds the forms of contact data that several modules take:
// e-mail addresses, web addresses, telephone numbers, lines of text.
//
// The functions answer yes or no, or add a problem to apperr.Fields that says
// what would be right. An empty text passes wherever a field is optional.
package check

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
	maxWebsite = 500
)

const hostLabel = `[\p{L}\p{M}\p{Nd}]([\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?`

// emailForm is narrower than the standard, which also knows quoted names,
// comments and numeric hosts: nobody has those, and mail servers refuse them.
var emailForm = regexp.MustCompile("^[\\p{L}\\p{M}\\p{Nd}!#$%&'*+/=?^_`{|}~.-]+@(" + hostLabel + `\.)+` + hostLabel + "$")

// IsEmail tells whether s is a plain address such as name@example.com.
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

// IsWebsite tells whether s is an http or https address with a host and
// without a log-in.
func IsWebsite(s string) bool {
	u, err := url.Parse(s)
	return err == nil && len(s) <= maxWebsite && (u.Scheme == "https" || u.Scheme == "http") &&
		u.Hostname() != "" && u.User == nil && !strings.ContainsFunc(s, unicode.IsSpace)
}

var phoneForm = regexp.MustCompile(`^\+?[0-9(][0-9 ()./-]{2,28}[0-9]$`)

// IsPhone tells whether s is a telephone number as people write it.
func IsPhone(s string) bool { return phoneForm.MatchString(s) }

// Email adds a problem if s is neither empty nor an address.
func Email(f *apperr.Fields, field, s string) {
	f.Check(s == "" || IsEmail(s), field, "must be an e-mail address such as name@example.com")
}

// Website adds a problem if s is neither empty nor a web address.
func Website(f *apperr.Fields, field, s string) {
	f.Check(s == "" || IsWebsite(s), field, "must be a web address such as https://www.example.com")
}

// Phone adds a problem if s is neither empty nor a telephone number.
func Phone(f *apperr.Fields, field, s string) {
	f.Check(s == "" || IsPhone(s), field, "must be a telephone number such as +30 2810 123456")
}

// Line adds a problem if s is longer than maxLength characters or not one line of text.
func Line(f *apperr.Fields, field, s string, maxLength int) {
	f.Checkf(utf8.RuneCountInString(s) <= maxLength, field, "must have at most %d characters", maxLength)
	f.Check(!strings.ContainsFunc(s, unicode.IsControl), field, "must be one line of text")
}
