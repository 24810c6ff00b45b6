package reference

import (
	"strings"

	"golang.org/x/text/language"

	"allot/internal/platform/apperr"
)

// kind is the kind of thing that a name is for.
type kind string

const (
	kindCountry  kind = "country"
	kindCurrency kind = "currency"
	kindLanguage kind = "language"
)

// name is the name of a code in one language.
type name struct{ code, text, symbol string }

// nameLists holds the names of one language, each kind in alphabetical order.
type nameLists map[kind][]name

// names holds the names of all languages. The first language replaces every missing one.
type names struct {
	languages []string
	matcher   language.Matcher
	byLang    map[string]nameLists
}

func loadNames() (names, error) {
	rows, err := readRows("names.tsv.zst", 5)
	if err != nil {
		return names{}, err
	}
	n := names{byLang: map[string]nameLists{}}
	var tags []language.Tag
	for _, row := range rows {
		lang, k := row[0], kind(row[1])
		if n.byLang[lang] == nil {
			n.byLang[lang] = nameLists{}
			n.languages = append(n.languages, lang)
			tags = append(tags, language.Make(lang))
		}
		n.byLang[lang][k] = append(n.byLang[lang][k], name{row[2], row[3], row[4]})
	}
	n.matcher = language.NewMatcher(tags)
	return n, nil
}

// Language chooses the language of an answer: the one asked for by tag, the user's, one that
// the browser accepts, or English. It refuses a tag that is invalid or of a language without
// names if it was asked for, and ignores it otherwise.
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
	// A user cannot correct what the browser sends, so invalid values are ignored.
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

// language returns the language of a tag, if there are names in it.
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

// maxAcceptLanguage is ten times the length that browsers send.
const maxAcceptLanguage = 1000

// in returns the names of one kind in a language that Language returned.
func (n names) in(lang string, k kind) []name { return n.byLang[lang][k] }
