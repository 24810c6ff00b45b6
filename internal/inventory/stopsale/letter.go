package stopsale

import (
	"embed"

	"allot/internal/identity/mailing"
	"allot/internal/platform/lang"
)

//go:embed letters
var letterFiles embed.FS

// letterText is what goes with a chart. {property} stands for the hotel's own.
type letterText struct {
	Calendar string `json:"calendar"` // what the chart is called
	mailing.Template
}

var texts = lang.Texts[letterText](letterFiles, "letters")
