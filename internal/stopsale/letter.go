package stopsale

import (
	"embed"
	"strings"

	"allot/internal/mailing"
	"allot/internal/platform/lang"
)

//go:embed letters
var letterFiles embed.FS

// letterText is what goes with a chart. {property} stands for the hotel's own.
type letterText struct {
	Calendar   string   `json:"calendar"` // what the chart is called
	Subject    string   `json:"subject"`
	Paragraphs []string `json:"paragraphs"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")

// write says what comes with a chart.
func write(language, property string) mailing.Content {
	t := texts[language]
	fill := strings.NewReplacer("{property}", property).Replace
	c := mailing.Content{Subject: fill(t.Subject)}
	for _, p := range t.Paragraphs {
		c.Paragraphs = append(c.Paragraphs, fill(p))
	}
	return c
}
