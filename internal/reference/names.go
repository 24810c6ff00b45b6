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

// Language chooses the language of an answer: asked for by tag, accepted by the
// browser, or English, the first that names are given in. It refuses a tag that
// is none; a language without names is passed over.
func (s *Service) Language(asked, accepted string) (string, error) {
	var wanted []language.Tag
	if asked != "" {
		t, err := language.Parse(asked)
		if err != nil {
			return "", apperr.Field("lang", "must be a language tag such as de; names are given in %s", strings.Join(s.names.languages, ", "))
		}
		wanted = append(wanted, t)
	}
	// What a browser sends is not the user's doing: what cannot be read is left out.
	if len(accepted) <= maxAcceptLanguage {
		tags, _, _ := language.ParseAcceptLanguage(accepted)
		wanted = append(wanted, tags...)
	}
	for _, t := range wanted {
		if _, i, confidence := s.names.matcher.Match(t); confidence > language.No {
			return s.names.languages[i], nil
		}
	}
	return s.names.languages[0], nil
}

// maxAcceptLanguage is ten times what browsers send.
const maxAcceptLanguage = 1000

// in returns the names of one kind in a language that Language returned.
func (n names) in(lang string, k kind) []name { return n.of[lang][k] }
