package allotment

import (
	"embed"

	"allot/internal/identity/mailing"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/lang"
)

//go:embed letters
var letterFiles embed.FS

// letterText is what goes with a chart, and what kinds of calendar are called on
// it. {property} and {calendar} stand for the hotel's own.
type letterText struct {
	Kinds map[rules.Kind]string `json:"kinds"`
	mailing.Template
}

var texts = lang.Texts[letterText](letterFiles, "letters")
