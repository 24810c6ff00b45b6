// Package picture reads images from strangers and makes safe ones of them.
//
// It owns the decision what counts as a picture (JPEG, PNG and WebP that really
// decode) and the scaling for photos and avatars; where pictures are kept is
// the caller's matter. The rule it keeps: no byte of the input is passed on.
// What comes out was encoded anew from the pixels, without metadata, so that a
// photo does not tell where it was taken.
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

// Limits bound what Read takes. A zero field stands for its default.
type Limits struct {
	MaxBytes  int64 // of the file; default 20 MB
	MaxPixels int64 // width times height; default 64 million
}

const (
	defaultMaxBytes  = 20_000_000
	defaultMaxPixels = 64_000_000
)

// Small bounds what is shown small, such as logos and avatars: several can be
// in memory at once without a Gate.
var Small = Limits{MaxBytes: SmallBytes, MaxPixels: 25_000_000}

// SmallBytes is how large a file of such a picture may be.
const SmallBytes = 5 << 20

// Picture is a decoded image. Its methods do not change it.
type Picture struct {
	img image.Image
	// turn is applied last, to the scaled image: turning is then cheap, and
	// Width and Height already speak of the turned picture.
	turn orientation
}

// Read decodes a picture and turns it the way its camera was held. The pixel
// limit is checked before anything is decoded, because a small file can claim
// a size that fills the memory. Decoding at the default limit may still take
// some hundred megabytes: bound how many run at once.
func Read(r io.Reader, limits Limits) (*Picture, error) {
	if limits.MaxBytes == 0 {
		limits.MaxBytes = defaultMaxBytes
	}
	if limits.MaxPixels == 0 {
		limits.MaxPixels = defaultMaxPixels
	}
	data, err := io.ReadAll(io.LimitReader(r, limits.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	if int64(len(data)) > limits.MaxBytes {
		return nil, ErrTooLarge.Withf("the picture has more than the allowed %d bytes", limits.MaxBytes)
	}
	return decode(data, limits.MaxPixels)
}

func decode(data []byte, maxPixels int64) (*Picture, error) {
	f, ok := detect(data)
	if !ok {
		return nil, ErrInvalid
	}
	config, err := f.config(bytes.NewReader(data))
	if err != nil {
		return nil, f.damaged(err)
	}
	if config.Width <= 0 || config.Height <= 0 {
		return nil, f.damaged(errors.New("it has no pixels"))
	}
	if int64(config.Width)*int64(config.Height) > maxPixels {
		return nil, ErrTooLarge.Withf("the picture has %d x %d pixels, at most %d in all are allowed",
			config.Width, config.Height, maxPixels)
	}
	img, err := f.decode(bytes.NewReader(data))
	if err != nil {
		return nil, f.damaged(err)
	}
	return &Picture{img: img, turn: exifOrientation(f.exif(data))}, nil
}

// format is one kind of file. It is chosen by content alone: names and headers
// come from the sender.
type format struct {
	name   string
	match  func(data []byte) bool
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	exif   func(data []byte) []byte
}

func (f format) damaged(err error) error {
	return ErrInvalid.Withf("the %s file is damaged or incomplete (%v): send a JPEG, PNG or WebP image", f.name, err)
}

func detect(data []byte) (format, bool) {
	for _, f := range []format{
		{"JPEG", isJPEG, jpeg.DecodeConfig, jpeg.Decode, jpegEXIF},
		{"PNG", isPNG, png.DecodeConfig, png.Decode, pngEXIF},
		{"WebP", isWebP, webp.DecodeConfig, webp.Decode, webpEXIF},
	} {
		if f.match(data) {
			return f, true
		}
	}
	return format{}, false
}

func isJPEG(data []byte) bool { return bytes.HasPrefix(data, []byte("\xff\xd8\xff")) }

func isPNG(data []byte) bool { return bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")) }

func isWebP(data []byte) bool {
	return len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
}

// Width is that of the picture held upright.
func (p *Picture) Width() int { return p.turn.size(p.img.Bounds()).X }

// Height is that of the picture held upright.
func (p *Picture) Height() int { return p.turn.size(p.img.Bounds()).Y }

// Opaque tells whether no pixel lets the background through.
func (p *Picture) Opaque() bool {
	o, ok := p.img.(interface{ Opaque() bool })
	return ok && o.Opaque()
}
