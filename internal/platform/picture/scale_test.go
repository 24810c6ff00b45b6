package picture_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/picture"
)

func TestPicture_Fit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ w, h, maxW, maxH, wantW, wantH int }{
		"the width decides":         {640, 480, 320, 480, 320, 240},
		"the height decides":        {640, 480, 640, 120, 160, 120},
		"never enlarges":            {64, 48, 640, 480, 64, 48},
		"exact size stays":          {64, 48, 64, 48, 64, 48},
		"rounds to the nearest":     {100, 67, 50, 50, 50, 34},
		"a thin strip keeps a line": {3000, 2, 100, 100, 100, 1},
		"a tall strip too":          {2, 3000, 100, 100, 1, 100},
		"nonsense means one pixel":  {64, 48, 0, -5, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := read(t, pngOf(t, corners(c.w, c.h))).Fit(c.maxW, c.maxH)
			require.Equal(t, []int{c.wantW, c.wantH}, []int{p.Width(), p.Height()})
			_, img := pngBytes(t, p)
			require.Equal(t, image.Rect(0, 0, c.wantW, c.wantH), img.Bounds())
		})
	}
	t.Run("keeps every quarter in its place at any factor", func(t *testing.T) {
		t.Parallel()
		for _, file := range [][]byte{jpegOf(t, corners(330, 250)), pngOf(t, corners(330, 250))} {
			p := read(t, file)
			for _, w := range []int{329, 260, 165, 164, 110, 83, 33, 20} {
				small := p.Fit(w, 1000)
				_, img := pngBytes(t, small)
				requireCorners(t, img, w, small.Height())
			}
		}
	})
	t.Run("averages fine detail instead of picking pixels", func(t *testing.T) {
		t.Parallel()
		board := image.NewGray(image.Rect(0, 0, 300, 300))
		for i := range board.Pix {
			board.Pix[i] = uint8(255 * ((i%300 + i/300) % 2))
		}
		p := read(t, pngOf(t, board))
		for _, w := range []int{150, 100, 75, 35} {
			_, img := pngBytes(t, p.Fit(w, w))
			for _, at := range []image.Point{{w / 2, w / 2}, {w / 3, w / 4}, {w/2 + 1, w / 2}} {
				require.InDelta(t, 128, color.GrayModel.Convert(img.At(at.X, at.Y)).(color.Gray).Y, 20)
			}
		}
	})
}

func TestPicture_Square(t *testing.T) {
	t.Parallel()
	t.Run("takes the middle of a wide and of a tall picture", func(t *testing.T) {
		t.Parallel()
		for _, size := range []image.Point{{300, 100}, {100, 300}, {301, 100}} {
			img := image.NewNRGBA(image.Rectangle{Max: size})
			for y := range size.Y {
				for x := range size.X {
					img.SetNRGBA(x, y, red)
					if max(x-size.X/2, size.X/2-x, y-size.Y/2, size.Y/2-y) <= 50 {
						img.SetNRGBA(x, y, blue)
					}
				}
			}
			p := read(t, pngOf(t, img)).Square(40)
			_, got := pngBytes(t, p)
			require.Equal(t, image.Rect(0, 0, 40, 40), got.Bounds())
			for _, at := range []image.Point{{1, 1}, {38, 1}, {1, 38}, {38, 38}, {20, 20}} {
				near(t, blue, got.At(at.X, at.Y), at.String())
			}
		}
	})
	t.Run("does not enlarge a small picture", func(t *testing.T) {
		t.Parallel()
		p := read(t, pngOf(t, corners(30, 20))).Square(256)
		require.Equal(t, []int{20, 20}, []int{p.Width(), p.Height()})
	})
}

func TestPicture_Encode(t *testing.T) {
	t.Parallel()
	glass := corners(40, 40)
	for i := 3; i < len(glass.Pix)/2; i += 4 {
		glass.Pix[i] = 0
	}
	t.Run("makes JPEG of an opaque picture, whatever it was", func(t *testing.T) {
		t.Parallel()
		for _, file := range [][]byte{
			pngOf(t, corners(40, 40)), jpegOf(t, corners(40, 40)), riff(riffChunk("VP8L", webpLossless(corners(40, 40)))),
		} {
			p := read(t, file)
			require.True(t, p.Opaque())
			var out bytes.Buffer
			ext, err := p.Encode(&out, 85)
			require.NoError(t, err)
			require.Equal(t, ".jpg", ext)
			_, err = jpeg.Decode(&out)
			require.NoError(t, err)
		}
	})
	t.Run("makes PNG of a picture with transparency and keeps it while scaling", func(t *testing.T) {
		t.Parallel()
		for _, p := range []*picture.Picture{read(t, pngOf(t, glass)), read(t, pngOf(t, glass)).Fit(10, 10)} {
			require.False(t, p.Opaque())
			var out bytes.Buffer
			ext, err := p.Encode(&out, 85)
			require.NoError(t, err)
			require.Equal(t, ".png", ext)
			_, img := pngBytes(t, p)
			_, _, _, alpha := img.At(2, 1).RGBA()
			require.Zero(t, alpha)
			near(t, blue, img.At(1, p.Height()-2), "opaque half")
		}
	})
	t.Run("puts transparency on white when JPEG is asked for", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		require.NoError(t, read(t, pngOf(t, glass)).JPEG(&out, 90))
		img, err := jpeg.Decode(&out)
		require.NoError(t, err)
		near(t, white, img.At(5, 5), "through the glass")
		near(t, blue, img.At(5, 34), "opaque half")
	})
}
