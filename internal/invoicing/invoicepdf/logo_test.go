package invoicepdf_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/pdftest"
)

func TestRender_Logo(t *testing.T) {
	t.Parallel()
	glass := logo(t, 300, 100, color.NRGBA{0, 0, 0xff, 0x80})
	t.Run("is there, without transparency", func(t *testing.T) {
		t.Parallel()
		o := options("en")
		var photo bytes.Buffer
		require.NoError(t, jpeg.Encode(&photo, image.NewCMYK(image.Rect(0, 0, 40, 20)), nil))
		for _, data := range [][]byte{glass, photo.Bytes(), logo(t, 1, 1, color.Black), logo(t, 900, 2, color.Black)} {
			o.Logo = data
			doc := render(t, invoice(1), o)
			require.Equal(t, 1, bytes.Count(doc, []byte("/Subtype /Image")))
			require.NotContains(t, string(doc), "/SMask")
			require.NotContains(t, string(doc), "/Transparency")
			require.NotContains(t, string(doc), "/DeviceCMYK")
			pdftest.RequireTidy(t, doc)
		}
	})
	damaged := bytes.Clone(glass)
	damaged[bytes.Index(damaged, []byte("IDAT"))+8] ^= 0xff
	giant := bytes.Clone(glass)
	copy(giant[16:], []byte{0x00, 0x00, 0x7f, 0xff, 0x00, 0x00, 0x7f, 0xff})
	for name, data := range map[string][]byte{
		"is empty":            {},
		"is a text":           []byte("logo.png"),
		"is an SVG":           []byte(`<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>`),
		"is a GIF":            []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"),
		"is cut off":          glass[:len(glass)/2],
		"is damaged":          damaged,
		"claims a giant size": giant,
	} {
		t.Run("that "+name+" is left out", func(t *testing.T) {
			t.Parallel()
			o := options("en")
			plain := render(t, invoice(1), o)
			o.Logo = data
			require.True(t, bytes.Equal(plain, render(t, invoice(1), o)))
		})
	}
}
