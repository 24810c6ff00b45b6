package publication

import (
	"embed"

	"allot/internal/identity/mailing"
	"allot/internal/platform/lang"
)

//go:embed letters
var letterFiles embed.FS

// letterText holds the texts of letters with a sheet or a gallery. {property} is replaced with
// the name of the property.
type letterText struct {
	Download string                        `json:"download"`
	Letters  map[document]mailing.Template `json:"letters"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")
