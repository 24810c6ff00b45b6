package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
)

// Encoding is the format that Encode chose.
type Encoding struct {
	ContentType string
	Extension   string // with its dot
}

var (
	encodedJPEG = Encoding{ContentType: "image/jpeg", Extension: ".jpg"}
	encodedPNG  = Encoding{ContentType: "image/png", Extension: ".png"}
)

// defaultQuality shows no artefacts in photos, at a third of the size of 100.
const defaultQuality = 85

// Encode writes PNG if the picture has transparency, which JPEG cannot keep,
// and JPEG otherwise.
func (p *Picture) Encode(w io.Writer) (Encoding, error) {
	if p.Opaque() {
		return encodedJPEG, p.JPEG(w, defaultQuality)
	}
	return encodedPNG, p.PNG(w)
}

// JPEG writes the picture on white; quality is 1 to 100.
func (p *Picture) JPEG(w io.Writer, quality int) error {
	img := p.turn.apply(p.img)
	if !p.Opaque() {
		img = onWhite(img)
	}
	if err := jpeg.Encode(w, img, &jpeg.Options{Quality: quality}); err != nil {
		return fmt.Errorf("write JPEG: %w", err)
	}
	return nil
}

// PNG writes the picture with its transparency.
func (p *Picture) PNG(w io.Writer) error {
	if err := png.Encode(w, p.turn.apply(p.img)); err != nil {
		return fmt.Errorf("write PNG: %w", err)
	}
	return nil
}

func onWhite(img image.Image) image.Image {
	b := img.Bounds()
	dst := image.NewRGBA(image.Rectangle{Max: b.Size()})
	draw.Draw(dst, dst.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(dst, dst.Rect, img, b.Min, draw.Over)
	return dst
}
