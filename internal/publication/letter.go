package publication

import (
	"embed"

	"allot/internal/mailing"
	"allot/internal/platform/lang"
)

//go:embed letters
var letterFiles embed.FS

// letterText is what goes with a sheet or a gallery. {property} stands for the
// hotel's own.
type letterText struct {
	Download string                    `json:"download"`
	Letters  map[what]mailing.Template `json:"letters"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")
