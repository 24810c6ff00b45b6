package invoicepdf

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // the two kinds that newLogo knows
	"image/png"

	"allot/internal/platform/picture"
)

const (
	logoWidth  = 70.0
	logoHeight = 24.0
	// logoPixels is about 300 dpi at the printed size of a logo.
	logoPixels = 830
	// largestPixel, in millimetres, keeps a small logo from being enlarged too much.
	largestPixel = 0.35
)

// logo is a picture that can be drawn, with its size on paper.
type logo struct {
	data          []byte
	width, height float64
}

// newLogo makes an opaque PNG of a JPEG or PNG: PDF/A knows no other colours than those
// of its profile, and readers print transparency in different ways.
func newLogo(data []byte) (logo, bool) {
	if _, kind, err := image.DecodeConfig(bytes.NewReader(data)); err != nil || kind != "png" && kind != "jpeg" {
		return logo{}, false
	}
	p, err := picture.Read(bytes.NewReader(data), picture.Small)
	if err != nil {
		return logo{}, false
	}
	p = p.Fit(logoPixels, logoPixels)
	out, err := opaque(p)
	if err != nil {
		return logo{}, false
	}
	width, height := float64(p.Width()), float64(p.Height())
	scale := min(logoWidth/width, logoHeight/height, largestPixel)
	return logo{data: out, width: scale * width, height: scale * height}, true
}

// opaque returns the picture on white as a PNG. A JPEG would blur letters.
func opaque(p *picture.Picture) ([]byte, error) {
	var buf bytes.Buffer
	if err := p.PNG(&buf); err != nil {
		return nil, err
	}
	img, err := png.Decode(&buf)
	if err != nil {
		return nil, err
	}
	flat := image.NewNRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(flat, flat.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, img, img.Bounds().Min, draw.Over)
	buf.Reset()
	if err := png.Encode(&buf, flat); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
