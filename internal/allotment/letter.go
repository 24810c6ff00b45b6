package allotment

import (
	"embed"
	"strings"

	"allot/internal/mailing"
	"allot/internal/platform/lang"
)

//go:embed letters
var letterFiles embed.FS

// letterText is what goes with a chart, and what kinds of calendar are called on
// it. {property} and {calendar} stand for the hotel's own.
type letterText struct {
	Kinds      map[Kind]string `json:"kinds"`
	Subject    string          `json:"subject"`
	Paragraphs []string        `json:"paragraphs"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")

// write says what comes with a chart.
func write(language, property, calendar string) mailing.Content {
	t := texts[language]
	fill := strings.NewReplacer("{property}", property, "{calendar}", calendar).Replace
	c := mailing.Content{Subject: fill(t.Subject)}
	for _, p := range t.Paragraphs {
		c.Paragraphs = append(c.Paragraphs, fill(p))
	}
	return c
}
