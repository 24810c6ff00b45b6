// Package phototest makes pictures for tests, and forms to send them in.
package phototest

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// The quarters of Corners, row by row.
var (
	Red   = color.NRGBA{R: 255, A: 255}
	Green = color.NRGBA{G: 255, A: 255}
	Blue  = color.NRGBA{B: 255, A: 255}
	White = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
)

// Corners is a picture whose quarters are red, green / blue, white.
func Corners(w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetNRGBA(x, y, [2][2]color.NRGBA{{Red, Green}, {Blue, White}}[y*2/h][x*2/w])
		}
	}
	return img
}

var shades atomic.Uint32

// JPEG is a plain picture; no two calls give the same.
func JPEG(tb testing.TB, w, h int) []byte {
	tb.Helper()
	n := shades.Add(1)
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := 0; i < len(img.Pix); i += 4 {
		copy(img.Pix[i:], []byte{byte(n * 16), byte(n >> 4 * 16), byte(n >> 8 * 16), 255})
	}
	return EncodeJPEG(tb, img)
}

// EncodeJPEG writes a picture as a JPEG file.
func EncodeJPEG(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var buf bytes.Buffer
	require.NoError(tb, jpeg.Encode(&buf, img, &jpeg.Options{Quality: 100}))
	return buf.Bytes()
}

// EncodePNG writes a picture as a PNG file.
func EncodePNG(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var buf bytes.Buffer
	require.NoError(tb, png.Encode(&buf, img))
	return buf.Bytes()
}

// Place is what CameraJPEG hides in its GPS directory.
const Place = "GPS-SECRET-PLACE"

// CameraJPEG is what a camera held on its side stores: upright, the picture has
// the quarters of Corners; the file has orientation 6 and says where it was
// taken. Noise makes it as large as a photo.
func CameraJPEG(tb testing.TB, w, h, noise int) []byte {
	tb.Helper()
	stored := image.NewNRGBA(image.Rect(0, 0, h, w))
	random := rand.New(rand.NewPCG(1, 2))
	for row := range w {
		for col := range h {
			// Orientation 6: row 0 is the visual right side, column 0 the visual top.
			x, y := w-1-row, col
			c := [2][2]color.NRGBA{{Red, Green}, {Blue, White}}[y*2/h][x*2/w]
			for _, v := range []*uint8{&c.R, &c.G, &c.B} {
				if noise > 0 {
					*v = uint8(min(255, max(0, int(*v)+random.IntN(2*noise)-noise)))
				}
			}
			stored.SetNRGBA(col, row, c)
		}
	}
	file := EncodeJPEG(tb, stored)
	body := append([]byte("Exif\x00\x00"), exif()...)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(body)+2))
	return append(append(head, body...), file[2:]...)
}

// exif has orientation 6 and a GPS directory with a place in it.
func exif() []byte {
	order := binary.BigEndian
	b := order.AppendUint32([]byte("MM\x00*"), 8)
	entry := func(tag, kind uint16, count uint32, value []byte) {
		b = order.AppendUint16(order.AppendUint16(b, tag), kind)
		b = append(order.AppendUint32(b, count), value...)
	}
	const gpsAt, placeAt = 8 + 2 + 2*12 + 4, 8 + 2 + 2*12 + 4 + 2 + 12 + 4
	b = order.AppendUint16(b, 2)
	entry(0x0112, 3, 1, []byte{0, 6, 0, 0})
	entry(0x8825, 4, 1, order.AppendUint32(nil, gpsAt))
	b = order.AppendUint32(b, 0)
	b = order.AppendUint16(b, 1)
	entry(0x001b, 2, uint32(len(Place)), order.AppendUint32(nil, placeAt))
	b = order.AppendUint32(b, 0)
	return append(b, Place...)
}

// PNGBomb is a small file that claims to be of any size.
func PNGBomb(w, h uint32) []byte {
	chunk := func(name string, body []byte) []byte {
		out := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), name...)
		out = append(out, body...)
		return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	out := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(header, 8, 6, 0, 0, 0))...)
	out = append(out, chunk("IDAT", []byte("x\x9c\x03\x00\x00\x00\x00\x01"))...)
	return append(out, chunk("IEND", nil)...)
}

// Form is a multipart body with fields and, if not nil, a file, and the header
// that says so.
func Form(tb testing.TB, fields map[string]string, fileName string, file []byte) (string, func(*http.Request)) {
	tb.Helper()
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	for name, value := range fields {
		require.NoError(tb, w.WriteField(name, value))
	}
	if file != nil {
		part, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {`form-data; name="file"; filename="` + fileName + `"`},
			"Content-Type":        {"image/jpeg"},
		})
		require.NoError(tb, err)
		_, err = part.Write(file)
		require.NoError(tb, err)
	}
	require.NoError(tb, w.Close())
	return buf.String(), func(r *http.Request) { r.Header.Set("Content-Type", w.FormDataContentType()) }
}
