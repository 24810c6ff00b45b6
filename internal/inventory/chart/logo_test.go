package chart_test

import (
	"bytes"
	"image/color"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/pdftest"
)

func TestWrite_Logo(t *testing.T) {
	t.Parallel()
	blue, green := color.NRGBA{0, 0, 0xff, 0xff}, color.NRGBA{0, 0xff, 0, 0xff}
	property := logo(t, 300, 100, blue, asPNG)
	company := logo(t, 100, 300, green, asPNG)
	photo := logo(t, 300, 100, blue, asJPEG)
	for name, tt := range map[string]struct {
		logos [][]byte
		want  color.NRGBA
	}{
		"that of the property comes first":                {[][]byte{property, company}, blue},
		"a JPEG will do":                                  {[][]byte{photo, company}, blue},
		"that of the company stands in for none":          {[][]byte{nil, company}, green},
		"an SVG is skipped":                               {[][]byte{svg, company}, green},
		"a GIF is skipped":                                {[][]byte{gif, company}, green},
		"a WebP is skipped":                               {[][]byte{webp, company}, green},
		"a text is skipped":                               {[][]byte{[]byte("logo.png"), company}, green},
		"half a picture is skipped":                       {[][]byte{property[:len(property)/2], company}, green},
		"a picture with a broken middle is skipped":       {[][]byte{broken(property), company}, green},
		"a picture that claims a giant size is skipped":   {[][]byte{giant(property), company}, green},
		"what the property sent may be broken many times": {[][]byte{svg, gif, nil, company}, green},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := house(t, "2030-05-01", "2030-05-31", 3)
			c.Logos = tt.logos
			doc := render(t, c)
			require.Equal(t, 1, bytes.Count(doc, []byte("/Subtype /Image")))
			require.Greater(t, near(colours(t, doc), tt.want), 500)
			require.Contains(t, pdftest.Text(t, doc), "Ξενοδοχείο Ακτή Ήλιος", "the name is there in any case")
			pdftest.RequireTidy(t, doc)
		})
	}
	t.Run("without one that can be drawn the name stands alone", func(t *testing.T) {
		t.Parallel()
		c := house(t, "2030-05-01", "2030-05-31", 3)
		plain := render(t, c)
		c.Logos = [][]byte{svg, gif, property[:40]}
		require.True(t, bytes.Equal(plain, render(t, c)))
		require.NotContains(t, string(plain), "/Subtype /Image")
	})
	t.Run("a tiny one is not blown up, a strip keeps its proportions", func(t *testing.T) {
		t.Parallel()
		c := house(t, "2030-05-01", "2030-05-31", 3)
		c.Logos = [][]byte{logo(t, 16, 16, blue, asPNG)}
		require.Less(t, near(colours(t, render(t, c)), blue), 400)
		c.Logos = [][]byte{logo(t, 600, 1, blue, asPNG)}
		pdftest.RequireTidy(t, render(t, c))
	})
}

// broken changes a byte of the pixels, so that their checksum is wrong.
func broken(png []byte) []byte {
	out := bytes.Clone(png)
	out[bytes.Index(out, []byte("IDAT"))+8] ^= 0xff
	return out
}

// giant has a head that tells of a billion pixels. Its checksum is wrong then,
// which no reader may find out by making room for them.
func giant(png []byte) []byte {
	out := bytes.Clone(png)
	copy(out[16:], []byte{0x00, 0x00, 0x7f, 0xff, 0x00, 0x00, 0x7f, 0xff})
	return out
}
