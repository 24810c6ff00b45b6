package allotment

import (
	"embed"

	"allot/internal/identity/mailing"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/lang"
)

//go:embed letters
var letterFiles embed.FS

// letterText is the text of a mail with a chart, and the names of kinds of
// calendar on the chart. {property} and {calendar} are replaced by names.
type letterText struct {
	Kinds map[rules.Kind]string `json:"kinds"`
	mailing.Template
}

var texts = lang.Texts[letterText](letterFiles, "letters")
