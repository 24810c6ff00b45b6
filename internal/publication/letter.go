package publication

import (
	"embed"
	"strings"

	"allot/internal/mailing"
	"allot/internal/platform/lang"
)

//go:embed letters
var letterFiles embed.FS

// letterText is what goes with a sheet or a gallery. {property} stands for the
// hotel's own.
type letterText struct {
	Download string `json:"download"`
	Letters  map[what]struct {
		Subject    string   `json:"subject"`
		Paragraphs []string `json:"paragraphs"`
	} `json:"letters"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")

// write says what comes with a message.
func write(kind what, language, property string) mailing.Content {
	t := texts[language].Letters[kind]
	fill := strings.NewReplacer("{property}", property).Replace
	c := mailing.Content{Subject: fill(t.Subject)}
	for _, p := range t.Paragraphs {
		c.Paragraphs = append(c.Paragraphs, fill(p))
	}
	return c
}
