package chart

import (
	"bytes"
	"image"
	_ "image/jpeg" // the two kinds that logoFrom knows
	_ "image/png"

	"allot/internal/platform/picture"
)

const (
	logoWidth  = 50.0
	logoHeight = 22.0
	// logoPixels is about 300 dpi at the printed size of a logo.
	logoPixels = 600
	// largestPixel, in millimetres, keeps a small logo from being enlarged too
	// much.
	largestPixel = 0.35
)

// logo is a picture that can be drawn, with its size on paper.
type logo struct {
	data          []byte
	width, height float64
}

// logo returns the first logo that can be drawn.
func (c Chart) logo() (logo, bool) {
	for _, data := range c.Logos {
		if l, ok := logoFrom(data); ok {
			return l, true
		}
	}
	return logo{}, false
}

// logoFrom detects the format by content, not by name. It converts to PNG,
// because letters and flat colours look blurred as a JPEG.
func logoFrom(data []byte) (logo, bool) {
	if _, kind, err := image.DecodeConfig(bytes.NewReader(data)); err != nil || kind != "png" && kind != "jpeg" {
		return logo{}, false
	}
	p, err := picture.Read(bytes.NewReader(data), picture.Small)
	if err != nil {
		return logo{}, false
	}
	p = p.Fit(logoPixels, logoPixels)
	var out bytes.Buffer
	if err := p.PNG(&out); err != nil {
		return logo{}, false
	}
	width, height := float64(p.Width()), float64(p.Height())
	scale := min(logoWidth/width, logoHeight/height, largestPixel)
	return logo{data: out.Bytes(), width: scale * width, height: scale * height}, true
}
