package contenthttptest

import (
	"bytes"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo"
	"allot/internal/content/photo/phototest"
)

const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><circle r="9"/></svg>`

func TestUpload_hostile(t *testing.T) {
	t.Parallel()
	b := setupPhoto(t)
	good := phototest.JPEG(t, 640, 480)
	var animation bytes.Buffer
	require.NoError(t, gif.Encode(&animation, image.NewPaletted(image.Rect(0, 0, 8, 8), palette.Plan9), nil))
	for name, c := range map[string]struct {
		fileName string
		file     []byte
		status   int
		code     string
	}{
		"a decompression bomb":        {"a.png", phototest.PNGBomb(60000, 60000), http.StatusRequestEntityTooLarge, "picture_too_large"},
		"the largest bomb there is":   {"a.png", phototest.PNGBomb(1<<31-1, 1<<31-1), http.StatusBadRequest, "picture_invalid"},
		"a PNG without pixels":        {"a.png", phototest.PNGBomb(8, 8), http.StatusBadRequest, "picture_invalid"},
		"half a JPEG":                 {"a.jpg", good[:len(good)/2], http.StatusBadRequest, "picture_invalid"},
		"the beginning of a JPEG":     {"a.jpg", good[:3], http.StatusBadRequest, "picture_invalid"},
		"a page called JPEG":          {"a.jpg", []byte("<!DOCTYPE html><script>alert(1)</script>"), http.StatusBadRequest, "picture_invalid"},
		"an SVG":                      {"a.svg", []byte(svg), http.StatusBadRequest, "picture_invalid"},
		"an SVG called JPEG":          {"a.jpg", []byte(svg), http.StatusBadRequest, "picture_invalid"},
		"a GIF":                       {"a.gif", animation.Bytes(), http.StatusBadRequest, "picture_invalid"},
		"a page behind a JPEG's sign": {"a.jpg", []byte("\xff\xd8\xff<script>alert(1)</script>"), http.StatusBadRequest, "picture_invalid"},
		"an empty file":               {"a.jpg", []byte{}, http.StatusBadRequest, "picture_invalid"},
		"21 MB":                       {"a.jpg", append(bytes.Clone(good), make([]byte, 21_000_000)...), http.StatusRequestEntityTooLarge, "picture_too_large"},
		"30 MB":                       {"a.jpg", append(bytes.Clone(good), make([]byte, 30_000_000)...), http.StatusRequestEntityTooLarge, "body_too_large"},
		"a byte too much":             {"a.jpg", append(bytes.Clone(good), make([]byte, photo.MaxBytes+1-len(good))...), http.StatusRequestEntityTooLarge, "picture_too_large"},
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			t.Parallel()
			res := b.upload(t, b.hotel, nil, c.fileName, c.file)
			require.Equal(t, c.code, body(t, res, c.status)["code"])
		})
	}
	t.Run("no file is refused, in a form and in JSON", func(t *testing.T) {
		t.Parallel()
		const problem = "is required: send a JPEG, PNG or WebP image in a form"
		apptest.RequireInvalid(t, b.upload(t, b.hotel, map[string]string{"caption": "x"}, "", nil), "file", problem)
		apptest.RequireInvalid(t, b.upload(t, b.hotel, map[string]string{"file": "text"}, "", nil), "file", "must be sent as a file")
		apptest.RequireInvalid(t, b.hotel.Do(t, post, b.gallery(), `{"caption":"x"}`), "file", problem)
	})
	t.Cleanup(func() { require.Empty(t, b.Files(t, b.property), "nothing was stored") })
}

func TestUpload_polyglot(t *testing.T) {
	t.Parallel()
	b := setupPhoto(t)
	file := append(phototest.JPEG(t, 64, 48), "PK\x03\x04<script>alert(1)</script>"...)
	p := body(t, b.upload(t, b.hotel, nil, "a.php.jpg", file), http.StatusCreated)
	require.NotContains(t, string(b.media(t, p["url"])), "script", "only pixels are kept")
}

// media fetches a stored picture by its address.
func (b *bundle) media(t *testing.T, url any) []byte {
	t.Helper()
	path, ok := strings.CutPrefix(url.(string), apptest.BaseURL)
	require.True(t, ok, url)
	res := b.Do(t, get, path, "")
	require.Equal(t, http.StatusOK, res.Code, path)
	require.Equal(t, "public, max-age=31536000, immutable", res.Header().Get("Cache-Control"))
	data, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return data
}

func TestUpload_camera(t *testing.T) {
	t.Parallel()

	// What a camera held on its side stores comes out upright and says nothing
	// of the place, in all three sizes.
	check := func(t *testing.T, file []byte, w, h int) {
		t.Helper()
		b := setupPhoto(t)
		require.Contains(t, string(file), phototest.Place)
		p := body(t, b.upload(t, b.hotel, nil, "DSC_0001.JPG", file), http.StatusCreated)
		require.EqualValues(t, w, p["width"])
		require.EqualValues(t, h, p["height"])
		thumbs, _ := p["thumbnails"].(map[string]any)
		for _, url := range []any{p["url"], thumbs["medium"], thumbs["small"]} {
			data := b.media(t, url)
			require.NotContains(t, string(data), phototest.Place)
			require.NotContains(t, string(data), "Exif")
			img, err := jpeg.Decode(bytes.NewReader(data))
			require.NoError(t, err)
			requireCorners(t, img)
		}
	}

	// The program's own tests send one of 20 MB.
	t.Run("of an ordinary size", func(t *testing.T) {
		t.Parallel()
		check(t, phototest.CameraJPEG(t, 800, 600, 0), 800, 600)
	})
}

func requireCorners(t *testing.T, img image.Image) {
	t.Helper()
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	require.Greater(t, w, h)
	for at, want := range map[image.Point]color.NRGBA{
		image.Pt(w/5, h/5): phototest.Red, image.Pt(w-w/5, h/5): phototest.Green,
		image.Pt(w/5, h-h/5): phototest.Blue, image.Pt(w-w/5, h-h/5): phototest.White,
	} {
		c := color.NRGBAModel.Convert(img.At(at.X, at.Y)).(color.NRGBA)
		for i, pair := range [3][2]uint8{{want.R, c.R}, {want.G, c.G}, {want.B, c.B}} {
			require.InDelta(t, float64(pair[0]), float64(pair[1]), 60, "at %v, channel %d of %v", at, i, c)
		}
	}
}

func TestUpload_repeated(t *testing.T) {
	t.Parallel()
	b := setupPhoto(t)
	form, contentType := phototest.Form(t, nil, "a.jpg", phototest.JPEG(t, 64, 48))
	key := apptest.Header("Idempotency-Key", "upload-1")
	first := body(t, b.hotel.Do(t, post, b.gallery(), form, contentType, key), http.StatusCreated)
	require.Equal(t, first, body(t, b.hotel.Do(t, post, b.gallery(), form, contentType, key), http.StatusCreated))
	require.EqualValues(t, 1, body(t, b.hotel.Do(t, get, b.gallery(), ""), http.StatusOK)["count"])
}
