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

// smallQuality shows no artefacts, at a third of the size of 100.
const smallQuality = 85

// Encode writes PNG if the picture has transparency, which JPEG cannot keep, and
// JPEG of the given quality otherwise. It returns the extension with its dot.
func (p *Picture) Encode(w io.Writer, quality int) (ext string, err error) {
	if p.Opaque() {
		return ".jpg", p.JPEG(w, quality)
	}
	return ".png", p.PNG(w)
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
