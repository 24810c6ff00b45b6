package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/picture"
)

func read(tb testing.TB, data []byte) *picture.Picture {
	tb.Helper()
	p, err := picture.Read(bytes.NewReader(data), picture.Photo)
	require.NoError(tb, err)
	return p
}

func pngBytes(t *testing.T, p *picture.Picture) ([]byte, image.Image) {
	t.Helper()
	var buf bytes.Buffer
	require.NoError(t, p.PNG(&buf))
	img, err := png.Decode(bytes.NewReader(buf.Bytes()))
	require.NoError(t, err)
	return buf.Bytes(), img
}

// near allows for what JPEG does to colours.
func near(t *testing.T, want color.NRGBA, got color.Color, place string) {
	t.Helper()
	c := color.NRGBAModel.Convert(got).(color.NRGBA)
	for i, pair := range [4][2]uint8{{want.R, c.R}, {want.G, c.G}, {want.B, c.B}, {want.A, c.A}} {
		require.InDelta(t, float64(pair[0]), float64(pair[1]), 12, "%s, channel %d of %v", place, i, c)
	}
}

func requireCorners(t *testing.T, img image.Image, w, h int) {
	t.Helper()
	require.Equal(t, image.Rect(0, 0, w, h), img.Bounds())
	near(t, red, img.At(w/5, h/5), "upper left")
	near(t, green, img.At(w-1-w/5, h/5), "upper right")
	near(t, blue, img.At(w/5, h-1-h/5), "lower left")
	near(t, white, img.At(w-1-w/5, h-1-h/5), "lower right")
}

func TestRead_orientation(t *testing.T) {
	t.Parallel()
	for o := 1; o <= 8; o++ {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			name := fmt.Sprintf("%d, %s", o, order)
			exif := exifBlock(order, o)
			t.Run("stands a JPEG upright that the camera stored as "+name, func(t *testing.T) {
				t.Parallel()
				p := read(t, jpegWith(jpegOf(t, stored(corners(64, 48), o)), exif))
				require.Equal(t, []int{64, 48}, []int{p.Width(), p.Height()})
				_, img := pngBytes(t, p)
				requireCorners(t, img, 64, 48)
				_, img = pngBytes(t, p.Fit(16, 16))
				requireCorners(t, img, 16, 12)
				_, img = pngBytes(t, p.Square(20))
				requireCorners(t, img, 20, 20)
			})
			t.Run("stands a PNG upright that the camera stored as "+name, func(t *testing.T) {
				t.Parallel()
				p := read(t, pngWith(pngOf(t, stored(corners(10, 6), o)), pngChunk("eXIf", exif)))
				_, img := pngBytes(t, p)
				requireCorners(t, img, 10, 6)
			})
			t.Run("stands a WebP upright that the camera stored as "+name, func(t *testing.T) {
				t.Parallel()
				in := stored(corners(10, 6), o)
				file := riff(vp8x(in.Rect.Dx(), in.Rect.Dy()), riffChunk("VP8L", webpLossless(in)), riffChunk("EXIF", exif))
				p := read(t, file)
				_, img := pngBytes(t, p)
				require.Equal(t, image.Rect(0, 0, 10, 6), img.Bounds())
				for y := range 6 {
					for x := range 10 {
						want := color.NRGBA{G: corners(10, 6).NRGBAAt(x, y).G, A: 255}
						near(t, want, img.At(x, y), fmt.Sprint(x, y))
					}
				}
			})
		}
	}
	t.Run("takes a picture with odd EXIF as upright", func(t *testing.T) {
		t.Parallel()
		good := exifBlock(binary.LittleEndian, 6)
		for _, exif := range [][]byte{
			nil, good[:7], good[:20], exifBlock(binary.LittleEndian, 0), exifBlock(binary.LittleEndian, 9),
			[]byte("II*\x00\xff\xff\xff\xff"), []byte("MM\x00*\x00\x00\x00\x00"), []byte("XX*\x00\x08\x00\x00\x00"),
		} {
			p := read(t, jpegWith(jpegOf(t, corners(64, 48)), exif))
			_, img := pngBytes(t, p)
			requireCorners(t, img, 64, 48)
		}
	})
	t.Run("reads EXIF in WebP with the prefix of JPEG", func(t *testing.T) {
		t.Parallel()
		exif := append([]byte("Exif\x00\x00"), exifBlock(binary.BigEndian, 6)...)
		p := read(t, riff(vp8x(10, 6), riffChunk("VP8L", webpLossless(corners(10, 6))), riffChunk("EXIF", exif)))
		require.Equal(t, 6, p.Width())
	})
}

func TestRead_privacy(t *testing.T) {
	t.Parallel()
	exif := exifBlock(binary.LittleEndian, 1)
	for name, file := range map[string][]byte{
		"JPEG": jpegWith(jpegOf(t, corners(64, 48)), exif),
		"PNG":  pngWith(pngOf(t, corners(64, 48)), pngChunk("eXIf", exif), pngChunk("tEXt", []byte("Place\x00"+gpsMark))),
		"WebP": riff(vp8x(10, 6), riffChunk("VP8L", webpLossless(corners(10, 6))), riffChunk("EXIF", exif)),
	} {
		t.Run("drops the place where it was taken from a "+name, func(t *testing.T) {
			t.Parallel()
			file = append(file, gpsMark...) // behind the end, where some programs hide things
			require.Contains(t, string(file), gpsMark)
			p := read(t, file)
			var asJPEG, asPNG, chosen bytes.Buffer
			require.NoError(t, p.JPEG(&asJPEG, 90))
			require.NoError(t, p.PNG(&asPNG))
			_, err := p.Encode(&chosen, 85)
			require.NoError(t, err)
			for _, out := range []string{asJPEG.String(), asPNG.String(), chosen.String()} {
				require.NotContains(t, out, gpsMark)
				require.NotContains(t, out, "Exif")
				require.NotContains(t, out, "eXIf")
			}
		})
	}
}

func TestRead_refusals(t *testing.T) {
	t.Parallel()
	jpegFile, pngFile := jpegOf(t, corners(64, 48)), pngOf(t, corners(64, 48))
	webpFile := riff(riffChunk("VP8L", webpLossless(corners(40, 30))))
	var gifFile bytes.Buffer
	require.NoError(t, gif.Encode(&gifFile, corners(8, 8), nil))
	for name, file := range map[string][]byte{
		"an empty file":                 {},
		"an SVG":                        []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"HTML that calls itself a JPEG": []byte("<!doctype html><script>alert(1)</script>"),
		"HTML behind the start of JPEG": []byte("\xff\xd8\xff<script>alert(1)</script>"),
		"a GIF":                         gifFile.Bytes(),
		"a PDF":                         []byte("%PDF-1.7"),
		"half a JPEG":                   jpegFile[:len(jpegFile)/2],
		"a JPEG without its end":        jpegFile[:len(jpegFile)-40],
		"only the start of a JPEG":      jpegFile[:4],
		"half a PNG":                    pngFile[:len(pngFile)/2],
		"a PNG without its end":         pngFile[:len(pngFile)-13],
		"a PNG with a wrong checksum":   bytes.Replace(pngFile, []byte("IDAT"), []byte("IDAU"), 1),
		"half a WebP":                   webpFile[:len(webpFile)/2],
		"a WebP without image":          riff(vp8x(10, 6)),
		"a WebP whose header lies":      riff(vp8x(1, 1), riffChunk("VP8L", webpLossless(corners(40, 30)))),
		"a PNG without pixels":          pngBomb(0, 0),
	} {
		t.Run("refuses "+name, func(t *testing.T) {
			t.Parallel()
			_, err := picture.Read(bytes.NewReader(file), picture.Photo)
			require.ErrorIs(t, err, picture.ErrInvalid)
			require.Equal(t, apperr.Invalid, apperr.Of(err).Kind)
			require.Contains(t, apperr.Of(err).Message, "JPEG, PNG or WebP", "says what would be right")
		})
	}

	t.Run("refuses a tiny file that would fill the memory", func(t *testing.T) {
		t.Parallel()
		for _, file := range [][]byte{pngBomb(60_000, 60_000), pngBomb(8001, 8000), riff(vp8x(30_000, 30_000))} {
			require.Less(t, len(file), 100)
			_, err := picture.Read(bytes.NewReader(file), picture.Photo)
			require.ErrorIs(t, err, picture.ErrTooLarge)
			require.Equal(t, apperr.TooLarge, apperr.Of(err).Kind)
		}
	})
	t.Run("takes a picture of exactly the limit and refuses one row more", func(t *testing.T) {
		t.Parallel()
		limits := picture.Limits{MaxBytes: picture.Photo.MaxBytes, MaxPixels: 64 * 48}
		_, err := picture.Read(bytes.NewReader(jpegFile), limits)
		require.NoError(t, err)
		_, err = picture.Read(bytes.NewReader(jpegOf(t, corners(64, 49))), limits)
		require.ErrorIs(t, err, picture.ErrTooLarge)
	})
	t.Run("takes a file of exactly the byte limit and stops reading beyond", func(t *testing.T) {
		t.Parallel()
		_, err := picture.Read(bytes.NewReader(jpegFile), picture.Limits{MaxBytes: int64(len(jpegFile)), MaxPixels: picture.Photo.MaxPixels})
		require.NoError(t, err)
		endless := io.MultiReader(bytes.NewReader(jpegFile), zeros{})
		_, err = picture.Read(endless, picture.Limits{MaxBytes: int64(len(jpegFile)), MaxPixels: picture.Photo.MaxPixels})
		require.ErrorIs(t, err, picture.ErrTooLarge)
	})
	t.Run("tells a broken connection from a broken picture", func(t *testing.T) {
		t.Parallel()
		_, err := picture.Read(iotest.ErrReader(errors.New("line cut")), picture.Photo)
		require.ErrorContains(t, err, "line cut")
		require.NotErrorIs(t, err, picture.ErrInvalid)
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func FuzzRead(f *testing.F) {
	exif := exifBlock(binary.LittleEndian, 6)
	f.Add(jpegWith(jpegOf(f, corners(16, 12)), exif))
	f.Add(pngWith(pngOf(f, corners(16, 12)), pngChunk("eXIf", exif)))
	f.Add(riff(vp8x(10, 6), riffChunk("VP8L", webpLossless(corners(10, 6))), riffChunk("EXIF", exif)))
	f.Add(pngBomb(60_000, 60_000))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := picture.Read(bytes.NewReader(data), picture.Limits{MaxBytes: 1 << 16, MaxPixels: 10_000})
		if err != nil {
			require.Contains(t, []string{"picture_invalid", "picture_too_large"}, apperr.Of(err).Code)
			return
		}
		require.LessOrEqual(t, p.Width()*p.Height(), 10_000)
		small := p.Fit(20, 20)
		require.LessOrEqual(t, max(small.Width(), small.Height()), 20)
		var out bytes.Buffer
		ext, err := small.Encode(&out, 85)
		require.NoError(t, err)
		decode := jpeg.Decode
		if ext == ".png" {
			decode = png.Decode
		}
		img, err := decode(&out)
		require.NoError(t, err)
		require.Equal(t, image.Pt(small.Width(), small.Height()), img.Bounds().Size())
	})
}

// FuzzRead_exif wraps any block as EXIF of a sound JPEG: the picture must
// always be read.
func FuzzRead_exif(f *testing.F) {
	f.Add(exifBlock(binary.LittleEndian, 6))
	f.Add(exifBlock(binary.BigEndian, 3))
	f.Add([]byte("MM\x00*\xff\xff\xff\xf0\xff\xff"))
	file := jpegOf(f, corners(16, 12))
	f.Fuzz(func(t *testing.T, exif []byte) {
		if len(exif) > 60_000 {
			t.Skip("does not fit a segment")
		}
		p, err := picture.Read(bytes.NewReader(jpegWith(file, exif)), picture.Photo)
		require.NoError(t, err)
		require.Equal(t, 16*12, p.Width()*p.Height())
	})
}

// unreadable is a file on a disk that fails.
type unreadable struct{ *bytes.Reader }

var errDisk = errors.New("the disk fails")

func (unreadable) Read([]byte) (int, error) { return 0, errDisk }

// A fault of ours is not told as a bad picture of the user's.
func TestRead_fault(t *testing.T) {
	t.Parallel()
	err := picture.NewGate(picture.MaxMemory, 0).Use(t.Context(), unreadable{bytes.NewReader(make([]byte, 100))}, picture.Photo, picture.Result{}, nil)
	require.ErrorIs(t, err, errDisk)
	require.NotErrorIs(t, err, picture.ErrInvalid)
}
