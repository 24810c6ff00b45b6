// Package lang has the languages of the product and finds the best one for a
// reader.
package lang

import (
	"slices"

	"golang.org/x/text/language"
)

// Offered are the languages of letters, labels and documents; the first is the
// default.
var Offered = []string{"en", "de", "tr", "el"}

// NotOffered is the refusal of another language.
const NotOffered = "must be one of en, de, tr, el"

// longest bounds the text to parse, which comes from a request.
const longest = 200

// Find returns the offered language for a tag such as de-AT, if there is one.
func Find(tag string) (offered string, found bool) {
	if len(tag) > longest {
		return "", false
	}
	t, err := language.Parse(tag)
	if err != nil {
		return "", false
	}
	return offeredAs(t)
}

// offeredAs returns the offered language of a tag. Related languages are none: the tables of
// Unicode lead from Albanian to English, past the Greek that its reader has named next.
func offeredAs(t language.Tag) (offered string, found bool) {
	base, sure := t.Base()
	i := slices.Index(Offered, base.String())
	if i < 0 || sure < language.High {
		return "", false
	}
	return Offered[i], true
}

// Match returns the offered language for the first preference that has one, else
// the default. A preference is a tag such as de-AT or the value of Accept-Language.
func Match(preferences ...string) string {
	for _, p := range preferences {
		if p == "" || len(p) > longest {
			continue
		}
		tags, _, err := language.ParseAcceptLanguage(p)
		if err != nil {
			continue
		}
		for _, t := range tags {
			if offered, found := offeredAs(t); found {
				return offered
			}
		}
	}
	return Offered[0]
}
