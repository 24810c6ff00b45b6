package stopsale

import (
	"embed"

	"allot/internal/identity/mailing"
	"allot/internal/platform/lang"
)

//go:embed letters
var letterFiles embed.FS

// letterText is the text of a mail with a chart. {property} is replaced by the
// property's name.
type letterText struct {
	Calendar string `json:"calendar"` // what the chart is called
	mailing.Template
}

var texts = lang.Texts[letterText](letterFiles, "letters")
