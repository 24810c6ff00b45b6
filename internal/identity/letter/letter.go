// Package letter is the one layout that all mails to people share, as HTML and as
// text. Modules own the texts, package mailer sends.
package letter

import (
	"embed"
	"fmt"
	htmltemplate "html/template"
	"net/url"
	"strings"
	texttemplate "text/template"
	"unicode/utf8"

	"allot/internal/platform/field"
	"allot/internal/platform/mailer"
)

// Letter is the content of a mail in the one layout that all mails share. It
// holds no markup.
type Letter struct {
	Language   string // BCP 47, such as "de"; empty: "en"
	Subject    string
	Greeting   string
	Paragraphs []string
	Action     *Action // or nil
	Closing    string
	Footer     string // who sends this, and why
	FooterLink *Action
}

// Action is the button of a letter, or a link below it.
type Action struct {
	Label string
	URL   string // http or https
}

// textWidth is the line length of plain text.
const textWidth = 72

//go:embed layout/letter.html layout/letter.txt
var layouts embed.FS

var (
	htmlLayout = htmltemplate.Must(htmltemplate.New("letter.html").Funcs(htmltemplate.FuncMap{"lines": lines}).
			ParseFS(layouts, "layout/letter.html"))
	textLayout = texttemplate.Must(texttemplate.New("letter.txt").Funcs(texttemplate.FuncMap{"wrap": wrap}).
			ParseFS(layouts, "layout/letter.txt"))
)

// Message renders the letter, which is from or to the given accounts. It refuses an action without
// a web address or label.
func (l Letter) Message(id, to string, accounts ...int64) (mailer.Message, error) {
	if l.Language == "" {
		l.Language = "en"
	}
	for _, a := range []*Action{l.Action, l.FooterLink} {
		if a == nil {
			continue
		}
		if err := a.check(); err != nil {
			return mailer.Message{}, err
		}
	}
	var html, text strings.Builder
	if err := htmlLayout.Execute(&html, l); err != nil {
		return mailer.Message{}, fmt.Errorf("render letter %s as HTML: %w", id, err)
	}
	if err := textLayout.Execute(&text, l); err != nil {
		return mailer.Message{}, fmt.Errorf("render letter %s as text: %w", id, err)
	}
	m := mailer.Message{ID: id, To: to, Subject: l.Subject, Text: strings.TrimSpace(text.String()) + "\n", HTML: html.String(), Accounts: accounts}
	return m, m.Validate()
}

func (a Action) check() error {
	u, err := url.Parse(a.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil ||
		!utf8.ValidString(a.URL) || !field.IsLine(a.URL) || strings.ContainsAny(a.URL, ` <>"`) {
		return mailer.ErrInvalid.Withf("the action of a letter needs an http or https address, not %q", a.URL)
	}
	if a.Label == "" {
		return mailer.ErrInvalid.Withf("the action of a letter needs a label")
	}
	return nil
}

func lines(text string) []string { return strings.Split(text, "\n") }

// wrap breaks lines between words. A word that is longer than a line, such as a
// link, stays whole.
func wrap(text string) string {
	var out strings.Builder
	for i, line := range lines(text) {
		if i > 0 {
			out.WriteByte('\n')
		}
		width := 0
		for _, word := range strings.Fields(line) {
			size := utf8.RuneCountInString(word)
			switch {
			case width == 0:
			case width+1+size > textWidth:
				out.WriteByte('\n')
				width = 0
			default:
				out.WriteByte(' ')
				width++
			}
			out.WriteString(word)
			width += size
		}
	}
	return out.String()
}
