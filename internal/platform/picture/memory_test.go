package picture_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/picture"
)

// The files are as strangers would make them: one colour, so that a small file
// holds many pixels.
func TestMemory(t *testing.T) { //nolint:paralleltest // it measures the memory of the process
	const side = 2000
	plain, deep := image.NewNRGBA(image.Rect(0, 0, side, side)), image.NewNRGBA64(image.Rect(0, 0, side, side))
	grey := image.NewGray(plain.Rect)
	for name, c := range map[string]struct {
		file   []byte
		decode func(*bytes.Reader) (image.Image, error)
	}{
		"PNG, 8 bits":  {pngOf(t, plain), func(r *bytes.Reader) (image.Image, error) { return png.Decode(r) }},
		"PNG, 16 bits": {pngOf(t, deep), func(r *bytes.Reader) (image.Image, error) { return png.Decode(r) }},
		"PNG, grey":    {pngOf(t, grey), func(r *bytes.Reader) (image.Image, error) { return png.Decode(r) }},
		"JPEG":         {jpegOf(t, plain), func(r *bytes.Reader) (image.Image, error) { return jpeg.Decode(r) }},
		"JPEG, grey":   {jpegOf(t, grey), func(r *bytes.Reader) (image.Image, error) { return jpeg.Decode(r) }},
	} {
		estimate, err := picture.Memory(bytes.NewReader(c.file))
		require.NoError(t, err, name)
		taken := allocated(t, func() {
			_, err := c.decode(bytes.NewReader(c.file))
			require.NoError(t, err)
		})
		require.GreaterOrEqual(t, estimate, taken*9/10, name)
		require.LessOrEqual(t, estimate, taken*5, name)
	}
}

// allocated is how many bytes fn asks for in all.
func allocated(t *testing.T, fn func()) int64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	fn()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

func TestMemory_jpeg(t *testing.T) {
	t.Parallel()
	const pixels = 100 * 80
	for name, c := range map[string]struct {
		frame    []byte // marker and components: id, factors
		adobe    place
		perPixel float64
	}{
		"4:2:0":                      {[]byte{0xc0, 1, 0x22, 2, 0x11, 3, 0x11}, nowhere, 1.5},
		"4:4:4":                      {[]byte{0xc0, 1, 0x11, 2, 0x11, 3, 0x11}, nowhere, 3},
		"4:2:0, progressive":         {[]byte{0xc2, 1, 0x22, 2, 0x11, 3, 0x11}, nowhere, 1.5 * 5},
		"4:4:4, progressive":         {[]byte{0xc2, 1, 0x11, 2, 0x11, 3, 0x11}, nowhere, 3 * 5},
		"grey":                       {[]byte{0xc0, 1, 0x11}, nowhere, 1},
		"RGB by its names":           {[]byte{0xc0, 'R', 0x11, 'G', 0x11, 'B', 0x11}, nowhere, 7},
		"RGB by Adobe's segment":     {[]byte{0xc0, 1, 0x11, 2, 0x11, 3, 0x11}, first, 7},
		"RGB, told after the frame":  {[]byte{0xc0, 1, 0x11, 2, 0x11, 3, 0x11}, behindFrame, 7},
		"RGB, told after the pixels": {[]byte{0xc0, 1, 0x11, 2, 0x11, 3, 0x11}, last, 7},
		"CMYK":                       {[]byte{0xc0, 1, 0x11, 2, 0x11, 3, 0x11, 4, 0x11}, first, 8},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			estimate, err := picture.Memory(bytes.NewReader(jpegHeader(c.frame, c.adobe)))
			require.NoError(t, err)
			require.InDelta(t, c.perPixel*pixels, float64(estimate), 10)
		})
	}
}

// place is where the segment of Adobe stands in a file.
type place int

const (
	nowhere place = iota
	first
	behindFrame
	last
)

// jpegHeader is a JPEG file of 100 x 80 pixels, without most of its pixels.
func jpegHeader(frame []byte, adobe place) []byte {
	out := []byte{0xff, 0xd8, 0xff, 0xfe, 0, 4, 'h', 'i', 0, 0xff} // a comment, a stray byte and padding
	tell := func(at place) {
		if adobe == at {
			out = append(out, "\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00"...)
		}
	}
	tell(first)
	n := (len(frame) - 1) / 2
	out = append(out, 0xff, frame[0], 0, byte(8+3*n), 8, 0, 80, 0, 100, byte(n))
	for i := range n {
		out = append(out, frame[1+2*i], frame[2+2*i], 0)
	}
	tell(behindFrame)
	out = append(out, 0xff, 0xda, 0, 2, 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4) // pixels, with a byte 0xff and a restart
	tell(last)
	return append(out, 0xff, 0xd9)
}

func TestRead_memory(t *testing.T) {
	t.Parallel()
	t.Run("refuses what takes more memory than any photo, and says what would be right", func(t *testing.T) {
		t.Parallel()
		deep := pngBomb(7900, 7900)
		deep[24] = 16 // bits a colour
		copy(deep[8:], pngChunk("IHDR", deep[16:29]))
		_, err := picture.Read(bytes.NewReader(deep), picture.Photo)
		require.ErrorIs(t, err, picture.ErrTooLarge)
		require.ErrorContains(t, err, "takes 499 MB when it is opened, at most 320 MB are allowed")
	})
	t.Run("refuses a side that makes one row as large as a picture", func(t *testing.T) {
		t.Parallel()
		for _, b := range [][]byte{pngBomb(63_900_000, 1), pngBomb(1, 63_900_000), pngBomb(32_769, 2)} {
			_, err := picture.Read(bytes.NewReader(b), picture.Photo)
			require.ErrorIs(t, err, picture.ErrTooLarge)
			require.ErrorContains(t, err, "at most 32768 are allowed on a side")
		}
	})
}

// A filter that keeps a row of floats for every source row takes 16 times the
// source here.
func TestPicture_Fit_memory(t *testing.T) { //nolint:paralleltest // it measures the memory of the process
	p := read(t, pngOf(t, image.NewGray(image.Rect(0, 0, 1990, 1990))))
	for _, side := range []int{1989, 1500, 1000, 400, 20} {
		taken := allocated(t, func() { p.Fit(side, side) })
		require.Less(t, taken, int64(4*side*side+1<<20), "the result, some rows and the filter for %d", side)
	}
	long := read(t, pngOf(t, image.NewGray(image.Rect(0, 0, 32_768, 1))))
	require.Less(t, allocated(t, func() { long.Fit(4096, 4096) }), int64(4<<20), "the longest row that is accepted")
}
