package notify

import (
	"embed"
	"strings"
	"unicode"

	"allot/internal/account"
	"allot/internal/platform/fold"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

//go:embed texts
var textFiles embed.FS

type (
	// languageTexts is one file: all that notifications say in one language.
	languageTexts struct {
		Letter letterText        `json:"letter"`
		Kinds  map[Kind]kindText `json:"kinds"`
	}
	// letterText is what stands around a notification in an e-mail.
	letterText struct {
		Action  string `json:"action"`
		Closing string `json:"closing"`
		Footer  string `json:"footer"`
	}
	kindText struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		Body  string `json:"body"`
		// Same takes the place of both where a property bears the name of its
		// company, so that nobody reads "Hotel Poseidon of Hotel Poseidon".
		Same *struct {
			Title string `json:"title"`
			Body  string `json:"body"`
		} `json:"same,omitempty"`
	}
)

var texts = lang.Texts[languageTexts](textFiles, "texts")

// fill writes a kind's texts. A value is plain text: what looks like a
// placeholder in it stays as it is. The title becomes the subject of an
// e-mail, so it is one line whatever the values hold.
func (t kindText) fill(params map[string]string) (title, body string) {
	if t.Same != nil && fold.Fold(strings.TrimSpace(params["property"])) == fold.Fold(strings.TrimSpace(params["company"])) {
		t.Title, t.Body = t.Same.Title, t.Same.Body
	}
	var pairs []string
	for name, value := range params {
		pairs = append(pairs, "{"+name+"}", strings.TrimSpace(value))
	}
	r := strings.NewReplacer(pairs...)
	return oneLine(r.Replace(t.Title)), r.Replace(t.Body)
}

func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// shown is a notification as its reader sees it: without a link that leads nowhere.
func (s *Service) shown(n Notification) Notification {
	if n.Link != "" && !s.Serves(n.Link) {
		n.Link = ""
	}
	return n
}

// letter is a notification as an e-mail, in the language it was written in.
func (s *Service) letter(n Notification, u account.User) mailer.Letter {
	frame := texts[n.Language].Letter
	l := mailer.Letter{
		Language: n.Language, Subject: n.Title, Paragraphs: []string{n.Body}, Closing: frame.Closing, Footer: frame.Footer,
		Greeting: mailer.Greeting(n.Language, u.Salutation()),
	}
	if link := s.shown(n).Link; link != "" {
		l.Action = &mailer.Action{Label: frame.Action, URL: s.LinkBase() + link}
	}
	return l
}
