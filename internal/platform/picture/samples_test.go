package picture_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	red   = color.NRGBA{R: 255, A: 255}
	green = color.NRGBA{G: 255, A: 255}
	blue  = color.NRGBA{B: 255, A: 255}
	white = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
)

// corners is a picture whose quarters are red, green / blue, white, as seen by
// somebody who holds it upright.
func corners(w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := [2][2]color.NRGBA{{red, green}, {blue, white}}[y*2/h][x*2/w]
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

// stored lays an upright picture down as a camera with that EXIF orientation
// stores it. The rules are spelt out from the standard ("row 0 is the visual
// right side, column 0 the visual top"), not shared with the code under test.
func stored(img *image.NRGBA, orientation int) *image.NRGBA {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	sw, sh := w, h
	if orientation >= 5 {
		sw, sh = h, w
	}
	out := image.NewNRGBA(image.Rect(0, 0, sw, sh))
	for row := range sh {
		for col := range sw {
			x, y := col, row
			switch orientation {
			case 2: // row 0 top, column 0 right
				x = w - 1 - col
			case 3: // bottom, right
				x, y = w-1-col, h-1-row
			case 4: // bottom, left
				y = h - 1 - row
			case 5: // left, top
				x, y = row, col
			case 6: // right, top
				x, y = w-1-row, col
			case 7: // right, bottom
				x, y = w-1-row, h-1-col
			case 8: // left, bottom
				x, y = row, h-1-col
			}
			out.SetNRGBA(col, row, img.NRGBAAt(x, y))
		}
	}
	return out
}

const gpsMark = "GPS-SECRET-PLACE"

// exifBlock has the orientation, and a GPS directory with a place in it.
func exifBlock(order binary.AppendByteOrder, orientation int) []byte {
	mark := "II*\x00"
	if order.String() == "BigEndian" {
		mark = "MM\x00*"
	}
	b := order.AppendUint32([]byte(mark), 8)
	entry := func(tag, kind uint16, count uint32, value []byte) {
		b = order.AppendUint16(order.AppendUint16(b, tag), kind)
		b = append(order.AppendUint32(b, count), value...)
	}
	const gpsAt, placeAt = 8 + 2 + 3*12 + 4, 8 + 2 + 3*12 + 4 + 2 + 12 + 4
	b = order.AppendUint16(b, 3)
	entry(0x010f, 2, 4, []byte("Cam\x00"))
	entry(0x0112, 3, 1, append(order.AppendUint16(nil, uint16(orientation)), 0, 0))
	entry(0x8825, 4, 1, order.AppendUint32(nil, gpsAt))
	b = order.AppendUint32(b, 0)
	b = order.AppendUint16(b, 1)
	entry(0x001b, 2, uint32(len(gpsMark)), order.AppendUint32(nil, placeAt))
	b = order.AppendUint32(b, 0)
	return append(b, gpsMark...)
}

func jpegOf(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var buf bytes.Buffer
	require.NoError(tb, jpeg.Encode(&buf, img, &jpeg.Options{Quality: 95}))
	return buf.Bytes()
}

// jpegWith puts an EXIF segment behind the start of a JPEG file.
func jpegWith(file, exif []byte) []byte {
	body := append([]byte("Exif\x00\x00"), exif...)
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(body)+2))...)
	return append(append(out, body...), file[2:]...)
}

func pngOf(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var buf bytes.Buffer
	require.NoError(tb, png.Encode(&buf, img))
	return buf.Bytes()
}

func pngChunk(name string, body []byte) []byte {
	out := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), name...)
	out = append(out, body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// pngWith puts chunks behind the header of a PNG file.
func pngWith(file []byte, chunks ...[]byte) []byte {
	const header = 8 + 25
	return append(append(bytes.Clone(file[:header]), bytes.Join(chunks, nil)...), file[header:]...)
}

// pngBomb is a small file that claims to be of any size.
func pngBomb(w, h uint32) []byte {
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	out := append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", append(header, 8, 6, 0, 0, 0))...)
	out = append(out, pngChunk("IDAT", []byte("x\x9c\x03\x00\x00\x00\x00\x01"))...)
	return append(out, pngChunk("IEND", nil)...)
}

// webpLossless writes the green channel of an image as WebP, each pixel 0 or
// 255: the smallest encoder that the format allows.
func webpLossless(img *image.NRGBA) []byte {
	out, used := []byte{0x2f}, 0
	put := func(value uint64, n int) {
		for i := range n {
			if used%8 == 0 {
				out = append(out, 0)
			}
			out[len(out)-1] |= byte(value>>i&1) << (used % 8)
			used++
		}
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	put(uint64(w-1), 14)
	put(uint64(h-1), 14)
	put(0, 1+3+1+1+1) // alpha, version, transform, colour cache, code groups
	put(0b111, 3)     // green: a simple code of two symbols, the first of 8 bits
	put(0, 8)
	put(255, 8)
	for _, symbol := range []uint64{0, 0, 255, 0} { // red, blue, alpha, distance
		put(0b101, 3)
		put(symbol, 8)
	}
	for y := range h {
		for x := range w {
			put(uint64(img.NRGBAAt(x, y).G>>7), 1)
		}
	}
	return out
}

func riff(chunks ...[]byte) []byte {
	body := append([]byte("WEBP"), bytes.Join(chunks, nil)...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func riffChunk(name string, body []byte) []byte {
	out := append(binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body))), body...)
	return append(out, make([]byte, len(body)%2)...)
}

func vp8x(w, h int) []byte {
	const exif = 1 << 3
	size := func(n int) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(n-1))[:3] }
	return riffChunk("VP8X", append(append([]byte{exif, 0, 0, 0}, size(w)...), size(h)...))
}
