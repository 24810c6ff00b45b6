package stopsale

import (
	"embed"
	"strings"

	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

//go:embed letters
var letterFiles embed.FS

// letterText is what goes with a chart. {property} and {company} stand for the
// hotel's own, {name} for the recipient's.
type letterText struct {
	Greeting     string   `json:"greeting"`
	GreetingName string   `json:"greeting_name"`
	Closing      string   `json:"closing"`
	Footer       string   `json:"footer"`
	Calendar     string   `json:"calendar"` // what the chart is called
	Subject      string   `json:"subject"`
	Paragraphs   []string `json:"paragraphs"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")

// write composes the letter of a message. The sender's own words come first.
func write(m messageArgs, property, company string) mailer.Letter {
	t := texts[m.Language]
	fill := strings.NewReplacer("{property}", property, "{company}", company, "{name}", m.Name).Replace
	l := mailer.Letter{
		Language: m.Language, Subject: fill(t.Subject), Greeting: fill(t.GreetingName), Closing: fill(t.Closing), Footer: fill(t.Footer),
	}
	if m.Name == "" {
		l.Greeting = t.Greeting
	}
	if m.Note != "" {
		l.Paragraphs = append(l.Paragraphs, m.Note)
	}
	for _, p := range t.Paragraphs {
		l.Paragraphs = append(l.Paragraphs, fill(p))
	}
	return l
}
