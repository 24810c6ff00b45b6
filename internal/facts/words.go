package facts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"golang.org/x/text/language"
)

// Languages are those that the sheet has words in, English first.
func Languages() []string { return []string{"en", "de", "tr", "el"} }

// lexicon is the words of one language: a file of labels/. English has an empty
// one, because its words are in the schemas.
type lexicon struct {
	lang       string
	wanted     string                   // what was asked for, where the hotel has texts in more languages
	Units      map[string]string        `json:"units"`
	Defs       map[string]defWords      `json:"defs"`
	Categories map[string]categoryWords `json:"categories"`
}

type defWords struct {
	Values map[string]string     `json:"values"`
	Fields map[string]fieldWords `json:"fields"`
}

type categoryWords struct {
	Title       string                `json:"title"`
	Description string                `json:"description"`
	Fields      map[string]fieldWords `json:"fields"`
}

type fieldWords struct {
	Title       string            `json:"title"`
	Description string            `json:"description"` // where the English field has one
	Values      map[string]string `json:"values"`
}

// lexicons finds the words for a language.
type lexicons struct {
	matcher language.Matcher
	all     []*lexicon // in the order of Languages
}

func readLexicons(fsys fs.FS) (*lexicons, error) {
	out := &lexicons{}
	var tags []language.Tag
	for _, lang := range Languages() {
		tags = append(tags, language.MustParse(lang))
		lex, err := readLexicon(fsys, lang)
		if err != nil {
			return nil, fmt.Errorf("words in %s: %w", lang, err)
		}
		out.all = append(out.all, lex)
	}
	out.matcher = language.NewMatcher(tags)
	return out, nil
}

func readLexicon(fsys fs.FS, lang string) (*lexicon, error) {
	lex := &lexicon{lang: lang}
	raw, err := fs.ReadFile(fsys, "labels/"+lang+".json")
	if lang == "en" || errors.Is(err, fs.ErrNotExist) {
		return lex, nil
	}
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	return lex, dec.Decode(lex)
}

// of matches a tag such as de-AT; what is not understood reads English.
func (l *lexicons) of(lang string) *lexicon {
	const longest = 100 // a header or parameter of a caller comes here
	if len(lang) > longest {
		return l.all[0]
	}
	tag, err := language.Parse(lang)
	if err != nil {
		return l.all[0]
	}
	_, i, _ := l.matcher.Match(tag)
	lex := *l.all[i]
	lex.wanted = tag.String()
	return &lex
}

func (x *lexicon) category(c *Category) categoryWords {
	w := x.Categories[c.Key]
	if w.Title == "" {
		w.Title = c.Title
	}
	if w.Description == "" {
		w.Description = c.Description
	}
	return w
}

func (x *lexicon) at(h home) fieldWords {
	if h.def != "" {
		return x.Defs[h.def].Fields[h.path]
	}
	return x.Categories[h.category].Fields[h.path]
}

func (x *lexicon) title(f *Field) string {
	if t := x.at(f.home).Title; t != "" {
		return t
	}
	return f.Title
}

func (x *lexicon) description(f *Field) string {
	if d := x.at(f.home).Description; d != "" {
		return d
	}
	return f.Description
}

// values are the words for a field's values; those of a shared type are with it.
func (x *lexicon) values(f *Field) map[string]string {
	if f.Def != "" {
		return x.Defs[f.Def].Values
	}
	return x.at(f.home).Values
}

func (x *lexicon) label(f *Field, value string) string {
	if l := x.values(f)[value]; l != "" {
		return l
	}
	if l := f.Labels[value]; l != "" {
		return l
	}
	return value
}

func (x *lexicon) unit(f *Field) string {
	if u := x.Units[f.Unit]; u != "" {
		return u
	}
	return f.UnitLabel
}
