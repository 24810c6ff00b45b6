package pdf

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"

	"codeberg.org/go-pdf/fpdf"
)

// maxPixels bounds the memory that decoding a PNG takes.
const maxPixels = 64_000_000

// Image draws a JPEG or PNG as large as the given box in millimetres and the text
// area allow, and moves below it. It refuses other formats. A JPEG is embedded
// with its metadata: encode it with the picture package.
func (d *Doc) Image(data []byte, maxWidth, maxHeight float64) {
	kind, data, size, err := prepare(data)
	if err != nil {
		d.f.SetError(fmt.Errorf("put picture in PDF: %w", err))
		return
	}
	maxWidth = min(maxWidth, d.Width())
	maxHeight = min(maxHeight, d.bottom()-marginTop)
	if maxWidth <= 0 || maxHeight <= 0 || size.X <= 0 || size.Y <= 0 {
		d.f.SetError(errors.New("put picture in PDF: it has no size"))
		return
	}
	scale := min(maxWidth/float64(size.X), maxHeight/float64(size.Y))
	width, height := scale*float64(size.X), scale*float64(size.Y)
	d.need(height)
	d.place(kind, data, marginSide, d.f.GetY(), width, height)
	d.Space(height + 2)
}

func (d *Doc) register(name string, options fpdf.ImageOptions, data []byte) {
	if d.f.GetImageInfo(name) != nil {
		return
	}
	info := d.f.RegisterImageOptionsReader(name, options, bytes.NewReader(data))
	if !d.f.Ok() {
		return
	}
	d.pictures++
	if err := setOrder(info, d.pictures); err != nil {
		d.f.SetError(fmt.Errorf("put picture in PDF: %w", err))
	}
}

// setOrder fixes the position of a picture in the file. The library keeps
// pictures in a map and sorts them by width alone, so that the order of two
// pictures of one width is random. It holds the width as a float and writes it
// as an integer: a fraction that counts up decides the order and is not written.
// The field can be reached only through the gob encoding.
func setOrder(info *fpdf.ImageInfoType, n int) error {
	encoded, err := info.GobEncode()
	if err != nil {
		return err
	}
	width := new(float64)
	fields := []any{
		new([]byte), new([]byte), new(int), width, new(float64), new(string), new([]byte),
		new(int), new(string), new(string), new([]int), new(float64), new(float64),
	}
	decoder := gob.NewDecoder(bytes.NewReader(encoded))
	for _, field := range fields {
		if err := decoder.Decode(field); err != nil {
			return err
		}
	}
	*width += float64(n) / (1 << 20)
	var changed bytes.Buffer
	encoder := gob.NewEncoder(&changed)
	for _, field := range fields {
		if err := encoder.Encode(field); err != nil {
			return err
		}
	}
	return info.GobDecode(changed.Bytes())
}

func prepare(data []byte) (kind string, out []byte, size image.Point, err error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		config, err := jpeg.DecodeConfig(bytes.NewReader(data))
		return "jpg", data, image.Pt(config.Width, config.Height), err
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		out, size, err := plainPNG(data)
		return "png", out, size, err
	default:
		return "", nil, image.Point{}, errors.New("it is neither JPEG nor PNG")
	}
}

// plainPNG encodes a PNG with 8 bits a channel and not interlaced, the only form
// that the drawing library reads.
func plainPNG(data []byte) ([]byte, image.Point, error) {
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, image.Point{}, err
	}
	if int64(config.Width)*int64(config.Height) > maxPixels {
		return nil, image.Point{}, fmt.Errorf("it has %d x %d pixels", config.Width, config.Height)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, image.Point{}, err
	}
	plain := image.NewNRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(plain, plain.Rect, img, img.Bounds().Min, draw.Src)
	var buf bytes.Buffer
	if err := png.Encode(&buf, plain); err != nil {
		return nil, image.Point{}, err
	}
	return buf.Bytes(), plain.Rect.Size(), nil
}
