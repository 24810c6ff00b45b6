package notify

import (
	"embed"
	"strings"
	"unicode"

	"allot/internal/identity/account"
	"allot/internal/identity/letter"
	"allot/internal/platform/fold"
	"allot/internal/platform/lang"
)

//go:embed texts
var textFiles embed.FS

type (
	// languageTexts is one file: the texts of one language.
	languageTexts struct {
		Letter letterText        `json:"letter"`
		Kinds  map[Kind]kindText `json:"kinds"`
	}
	// letterText holds the texts around a notification in an e-mail.
	letterText struct {
		Action  string `json:"action"`
		Closing string `json:"closing"`
		Footer  string `json:"footer"`
	}
	kindText struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		Body  string `json:"body"`
		// Same replaces both where a property has the name of its company, to avoid "Hotel
		// Poseidon of Hotel Poseidon".
		Same *struct {
			Title string `json:"title"`
			Body  string `json:"body"`
		} `json:"same,omitempty"`
	}
)

var texts = lang.Texts[languageTexts](textFiles, "texts")

// fill replaces the placeholders of the texts. Placeholders in values are not replaced. The
// title becomes the subject of an e-mail, so it is one line whatever the values are.
func (t kindText) fill(params map[string]string) (title, body string) {
	if t.Same != nil && fold.Fold(strings.TrimSpace(params["property"])) == fold.Fold(strings.TrimSpace(params["company"])) {
		t.Title, t.Body = t.Same.Title, t.Same.Body
	}
	var pairs []string
	for name, value := range params {
		pairs = append(pairs, name, strings.TrimSpace(value))
	}
	filled := lang.Filler(pairs...)
	return oneLine(filled(t.Title)), filled(t.Body)
}

func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// shown returns a notification without its link if this installation does not serve it.
func (s *Service) shown(n Notification) Notification {
	if n.Link != "" && !s.deps.Serves(n.Link) {
		n.Link = ""
	}
	return n
}

// Letter writes a notice as an e-mail to somebody who has no account here: without a link, and
// with a footer of the calling module.
func Letter(n Notice, language string) (letter.Letter, error) {
	if err := n.check(); err != nil {
		return letter.Letter{}, err
	}
	t := texts[lang.Match(language)]
	title, body := t.Kinds[n.Kind].fill(n.params().in(lang.Match(language)))
	return letter.Letter{
		Language: language, Subject: title, Paragraphs: []string{body}, Closing: t.Letter.Closing, Greeting: letter.Greeting(language, ""),
	}, nil
}

// letter returns a notification as an e-mail, in the language it was written in.
func (s *Service) letter(n Notification, u account.User) letter.Letter {
	frame := texts[n.Language].Letter
	l := letter.Letter{
		Language: n.Language, Subject: n.Title, Paragraphs: []string{n.Body}, Closing: frame.Closing, Footer: frame.Footer,
		Greeting: letter.Greeting(n.Language, u.Salutation()),
	}
	if link := s.shown(n).Link; link != "" {
		l.Action = &letter.Action{Label: frame.Action, URL: s.deps.LinkBase() + link}
	}
	return l
}
