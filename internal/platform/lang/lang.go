// Package lang knows which languages the product speaks and finds the nearest
// of them for a reader.
package lang

import (
	"strings"

	"golang.org/x/text/language"
)

// Offered are the languages of letters, labels and documents; the first is for
// everybody whose own is not among them.
var Offered = []string{"en", "de", "tr", "el"}

// NotOffered says what is right where somebody asks for another language.
var NotOffered = "must be one of " + strings.Join(Offered, ", ")

// longest bounds what is parsed: the text comes from a header of a caller.
const longest = 200

var matcher = language.NewMatcher(tags())

func tags() []language.Tag {
	list := make([]language.Tag, len(Offered))
	for i, l := range Offered {
		list[i] = language.MustParse(l)
	}
	return list
}

// Find returns the offered language that a tag such as de-AT asks for, if there
// is one.
func Find(tag string) (offered string, found bool) {
	if len(tag) > longest {
		return "", false
	}
	t, err := language.Parse(tag)
	if err != nil {
		return "", false
	}
	_, i, sure := matcher.Match(t)
	return Offered[i], sure > language.No
}

// Match returns the offered language that fits the first of the wishes that is
// understood. A wish is a tag such as de-AT or the value of Accept-Language.
func Match(wishes ...string) string {
	for _, w := range wishes {
		if w == "" || len(w) > longest {
			continue
		}
		wanted, _, err := language.ParseAcceptLanguage(w)
		if err != nil || len(wanted) == 0 {
			continue
		}
		if _, i, sure := matcher.Match(wanted...); sure > language.No {
			return Offered[i]
		}
	}
	return Offered[0]
}
