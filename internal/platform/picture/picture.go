// Package picture decodes uploaded images (JPEG, PNG and WebP), scales and encodes
// them. Callers store the result.
//
// The result is encoded from the pixels, without metadata, so that a photo does not
// reveal where it was taken. All uploads pass one Gate, which bounds the memory that
// they take together.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"

	"allot/internal/platform/apperr"
)

// The refusals of Read.
var (
	ErrInvalid  = apperr.New(apperr.Invalid, "picture_invalid", "the file is not a picture: send a JPEG, PNG or WebP image")
	ErrTooLarge = apperr.New(apperr.TooLarge, "picture_too_large", "the picture is too large")
)

// Limits bound the accepted pictures.
type Limits struct {
	MaxBytes  int64 // of the file
	MaxPixels int64 // width times height
}

// maxSide bounds the memory for one row while a picture is decoded and scaled.
const maxSide = 32_768

// The limits of photos, and of pictures that are shown small, such as logos and
// avatars.
var (
	Photo = Limits{MaxBytes: PhotoBytes, MaxPixels: 64_000_000}
	Small = Limits{MaxBytes: SmallBytes, MaxPixels: 25_000_000}
)

// The bounds of their files.
const (
	PhotoBytes = 20 << 20 // so that no file of 20 MB is refused
	SmallBytes = 5 << 20
)

// Picture is a decoded image. Its methods do not change it.
type Picture struct {
	img image.Image
	// turn is applied last, to the scaled image, where it is cheap. Width and Height
	// are those of the turned picture.
	turn orientation
}

// Read decodes a stored picture and turns it upright. Use Gate.Use for uploads.
func Read(r io.Reader, limits Limits) (*Picture, error) {
	data, err := io.ReadAll(io.LimitReader(r, limits.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	m, err := measure(bytes.NewReader(data), limits)
	if err != nil {
		return nil, err
	}
	return m.format.read(data)
}

// measured describes a file before it is decoded.
type measured struct {
	format format
	size   int64 // of the file
	pixels int64
	memory int64 // that decoding takes at most
}

// measure returns the format of a file and the memory that decoding it takes. It
// refuses what exceeds the limits.
func measure(r io.ReadSeeker, limits Limits) (m measured, err error) {
	if m.size, err = r.Seek(0, io.SeekEnd); err != nil {
		return measured{}, fmt.Errorf("read picture: %w", err)
	}
	if m.size > limits.MaxBytes {
		return measured{}, ErrTooLarge.Withf("the picture has more than the allowed %d bytes", limits.MaxBytes)
	}
	_, err = r.Seek(0, io.SeekStart)
	if err == nil { // package image would take a fault for an unknown format
		_, err = io.CopyN(io.Discard, r, min(m.size, 1))
	}
	if err == nil {
		_, err = r.Seek(0, io.SeekStart)
	}
	if err != nil {
		return measured{}, fmt.Errorf("read picture: %w", err)
	}
	config, name, err := image.DecodeConfig(r)
	var known bool
	if m.format, known = formats[name]; !known {
		return measured{}, ErrInvalid
	}
	if err != nil {
		return measured{}, m.format.damaged(err)
	}
	if config.Width <= 0 || config.Height <= 0 {
		return measured{}, m.format.damaged(errors.New("it has no pixels"))
	}
	if m.pixels = int64(config.Width) * int64(config.Height); m.pixels > limits.MaxPixels {
		return measured{}, ErrTooLarge.Withf("the picture has %d x %d pixels, at most %d in all are allowed",
			config.Width, config.Height, limits.MaxPixels)
	}
	if max(config.Width, config.Height) > maxSide {
		return measured{}, ErrTooLarge.Withf("the picture has %d x %d pixels, at most %d are allowed on a side", config.Width, config.Height, maxSide)
	}
	if err := fromStart(r, func() error { m.memory = m.format.memory(r, m.pixels, m.size); return nil }); err != nil {
		return measured{}, err
	}
	if m.memory > MaxMemory {
		return measured{}, ErrTooLarge.Withf("the picture has %d x %d pixels and takes %d MB when it is opened, at most %d MB are allowed: "+
			"make it smaller, or save it as a JPEG that is not progressive", config.Width, config.Height, m.memory/1e6, int64(MaxMemory/1e6))
	}
	return m, nil
}

// fromStart calls fn with the file at its beginning.
func fromStart(r io.Seeker, fn func() error) error {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read picture: %w", err)
	}
	return fn()
}

// format is a file format.
type format struct {
	name   string
	decode func(io.Reader) (image.Image, error)
	exif   func(data []byte) []byte
	// memory is how much decode takes at most; the reader is at the file's start.
	memory func(r io.Reader, pixels, size int64) int64
}

// formats are the accepted ones, by the names under which package image detects them
// by content.
var formats = map[string]format{
	"jpeg": {"JPEG", jpeg.Decode, jpegEXIF, jpegMemory},
	"png":  {"PNG", png.Decode, pngEXIF, pngMemory},
	"webp": {"WebP", webp.Decode, webpEXIF, webpMemory},
}

func (f format) damaged(err error) error {
	return ErrInvalid.Withf("the %s file is damaged or incomplete (%v): send a JPEG, PNG or WebP image", f.name, err)
}

func (f format) read(data []byte) (*Picture, error) {
	img, err := f.decode(bytes.NewReader(data))
	if err != nil {
		return nil, f.damaged(err)
	}
	return &Picture{img: img, turn: exifOrientation(f.exif(data))}, nil
}

// Width returns the width of the upright picture.
func (p *Picture) Width() int { return p.turn.size(p.img.Bounds()).X }

// Height returns the height of the upright picture.
func (p *Picture) Height() int { return p.turn.size(p.img.Bounds()).Y }

// Opaque reports whether the picture has no transparency.
func (p *Picture) Opaque() bool {
	o, ok := p.img.(interface{ Opaque() bool })
	return ok && o.Opaque()
}
