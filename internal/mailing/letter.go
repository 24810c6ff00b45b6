package mailing

import (
	"embed"
	"strings"

	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

//go:embed letters
var letterFiles embed.FS

// letterText is what all letters share. {company} stands for the hotel's own.
type letterText struct {
	Closing     string `json:"closing"`
	Footer      string `json:"footer"`
	Unsubscribe string `json:"unsubscribe"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")

// compose writes the letter of a message. The sender's own words come first.
func compose(m messageArgs, c Content, company, unsubscribe string) mailer.Letter {
	t := texts[m.Language]
	fill := strings.NewReplacer("{company}", company).Replace
	l := mailer.Letter{
		Language: m.Language, Subject: c.Subject, Greeting: mailer.Greeting(m.Language, m.Name), Closing: fill(t.Closing), Footer: fill(t.Footer), Action: c.Action,
		FooterLink: &mailer.Action{Label: t.Unsubscribe, URL: unsubscribe},
	}
	if m.Note != "" {
		l.Paragraphs = append(l.Paragraphs, m.Note)
	}
	l.Paragraphs = append(l.Paragraphs, c.Paragraphs...)
	return l
}
