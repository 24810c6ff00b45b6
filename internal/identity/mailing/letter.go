package mailing

import (
	"embed"

	"allot/internal/identity/letter"
	"allot/internal/platform/lang"
)

//go:embed letters
var letterFiles embed.FS

// letterText holds the texts that all letters share. {company} is replaced with the name of the
// sender's company.
type letterText struct {
	Closing     string `json:"closing"`
	Footer      string `json:"footer"`
	Unsubscribe string `json:"unsubscribe"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")

// compose returns the letter of a message. The note of the sender comes first.
func compose(m messageArgs, c Content, company, unsubscribe string) letter.Letter {
	t := texts[m.Language]
	fill := lang.Filler("company", company)
	l := letter.Letter{
		Language: m.Language, Subject: c.Subject, Greeting: letter.Greeting(m.Language, m.Name), Closing: fill(t.Closing), Footer: fill(t.Footer), Action: c.Action,
		FooterLink: &letter.Action{Label: t.Unsubscribe, URL: unsubscribe},
	}
	if m.Note != "" {
		l.Paragraphs = append(l.Paragraphs, m.Note)
	}
	l.Paragraphs = append(l.Paragraphs, c.Paragraphs...)
	return l
}
