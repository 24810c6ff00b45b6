// Package lang has the languages of the product and finds the best one for a
// reader.
package lang

import (
	"golang.org/x/text/language"
)

// Offered are the languages of letters, labels and documents; the first is the
// default.
var Offered = []string{"en", "de", "tr", "el"}

// NotOffered is the refusal of another language.
const NotOffered = "must be one of en, de, tr, el"

// longest bounds the text to parse, which comes from a request.
const longest = 200

var matcher = language.NewMatcher(tags())

func tags() []language.Tag {
	list := make([]language.Tag, len(Offered))
	for i, l := range Offered {
		list[i] = language.MustParse(l)
	}
	return list
}

// Find returns the offered language for a tag such as de-AT, if there is one.
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

// Match returns the offered language for the first preference that has one, else
// the default. A preference is a tag such as de-AT or the value of Accept-Language.
func Match(preferences ...string) string {
	for _, p := range preferences {
		if p == "" || len(p) > longest {
			continue
		}
		tags, _, err := language.ParseAcceptLanguage(p)
		if err != nil || len(tags) == 0 {
			continue
		}
		if _, i, sure := matcher.Match(tags...); sure > language.No {
			return Offered[i]
		}
	}
	return Offered[0]
}
