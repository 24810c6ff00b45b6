package reference

import (
	"strings"

	"golang.org/x/text/language"

	"allot/internal/platform/apperr"
)

// kind is what a name is the name of.
type kind string

const (
	kindCountry  kind = "country"
	kindCurrency kind = "currency"
	kindLanguage kind = "language"
)

// name is what a code is called in one language.
type name struct{ code, text, symbol string }

// vocabulary holds the names of one language, each kind in its alphabetical order.
type vocabulary map[kind][]name

// names holds the vocabularies. The first language stands in for every other.
type names struct {
	languages []string
	matcher   language.Matcher
	of        map[string]vocabulary
}

func loadNames() (names, error) {
	rows, err := readRows("names.tsv.zst", 5)
	if err != nil {
		return names{}, err
	}
	n := names{of: map[string]vocabulary{}}
	var tags []language.Tag
	for _, row := range rows {
		lang, k := row[0], kind(row[1])
		if n.of[lang] == nil {
			n.of[lang] = vocabulary{}
			n.languages = append(n.languages, lang)
			tags = append(tags, language.Make(lang))
		}
		n.of[lang][k] = append(n.of[lang][k], name{row[2], row[3], row[4]})
	}
	n.matcher = language.NewMatcher(tags)
	return n, nil
}

// Language chooses the language of an answer: asked for by tag, the user's,
// accepted by the browser, or English, the first that names are given in. A tag
// that is none, or of a language without names, is refused where it was asked
// for and passed over elsewhere.
func (s *Service) Language(asked, users, accepted string) (string, error) {
	if asked != "" {
		if found, ok := s.names.language(asked); ok {
			return found, nil
		}
		return "", apperr.Field("lang", "must be a language tag such as de; names are given in %s", strings.Join(s.names.languages, ", "))
	}
	if found, ok := s.names.language(users); ok {
		return found, nil
	}
	// What a browser sends is not the user's doing: what cannot be read is left out.
	if len(accepted) <= maxAcceptLanguage {
		tags, _, _ := language.ParseAcceptLanguage(accepted)
		for _, t := range tags {
			if found, ok := s.names.match(t); ok {
				return found, nil
			}
		}
	}
	return s.names.languages[0], nil
}

// language is that of a tag, if names are given in it.
func (n *names) language(tag string) (string, bool) {
	t, err := language.Parse(tag)
	if err != nil {
		return "", false
	}
	return n.match(t)
}

func (n *names) match(t language.Tag) (string, bool) {
	_, i, confidence := n.matcher.Match(t)
	return n.languages[i], confidence > language.No
}

// maxAcceptLanguage is ten times what browsers send.
const maxAcceptLanguage = 1000

// in returns the names of one kind in a language that Language returned.
func (n names) in(lang string, k kind) []name { return n.of[lang][k] }
