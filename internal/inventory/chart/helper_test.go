package chart_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/chart"
	"allot/internal/platform/lang"
	"allot/internal/testkit/pdftest"
)

var (
	svg = []byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>`)
	gif = []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")
	// webp is whole, but the rules know PNG and JPEG only.
	webp = []byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00")
)

// house is a chart of so many rooms, all days open and ahead.
func house(tb testing.TB, from, to string, rooms int) chart.Chart {
	tb.Helper()
	window, err := chart.Span(day(from), day(to), 0)
	require.NoError(tb, err)
	c := chart.Chart{
		Property: "Ξενοδοχείο Ακτή Ήλιος", Company: "Şişli Turizm A.Ş.", Calendar: "Sonnenreisen", Kind: "Contracted",
		Window: window, Format: lang.In("en"), Timezone: "Europe/Athens",
		GeneratedAt: time.Date(2029, time.October, 31, 22, 30, 0, 0, time.UTC),
	}
	for i := range rooms {
		room := chart.Room{
			Name: fmt.Sprintf("Δωμάτιο-%03d", i+1), Units: slices.Repeat([]int{10}, window.Days()), Days: make([]chart.Mark, window.Days()),
		}
		c.Rooms = append(c.Rooms, room)
	}
	return c
}

// spotted marks days of every kind all over the chart.
func spotted(c chart.Chart) chart.Chart {
	for r, room := range c.Rooms {
		for i := range room.Days {
			if n := i + 7*r; n%11 < 5 {
				room.Days[i] = chart.Mark(n / 11 % (int(chart.Blocked) + 1))
			}
		}
	}
	return c
}

func render(tb testing.TB, c chart.Chart) []byte {
	tb.Helper()
	var buf bytes.Buffer
	require.NoError(tb, chart.Write(&buf, c))
	return buf.Bytes()
}

// logo is a picture of one colour.
func logo(tb testing.TB, width, height int, c color.Color, encode func(*bytes.Buffer, image.Image) error) []byte {
	tb.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		img.Set(i%width, i/width, c)
	}
	var buf bytes.Buffer
	require.NoError(tb, encode(&buf, img))
	return buf.Bytes()
}

func asPNG(b *bytes.Buffer, img image.Image) error { return png.Encode(b, img) }

func asJPEG(b *bytes.Buffer, img image.Image) error {
	return jpeg.Encode(b, img, &jpeg.Options{Quality: 100})
}

// colours counts the pixels of each colour on the first page.
func colours(t *testing.T, doc []byte) map[color.NRGBA]int {
	t.Helper()
	out := pdftest.Run(t, "pdftoppm", doc, "-r", "72", "-png", "-singlefile", "@")
	img, err := png.Decode(strings.NewReader(out))
	require.NoError(t, err)
	count := map[color.NRGBA]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			count[color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)]++
		}
	}
	return count
}

// near counts the pixels of a colour that poppler may have rounded.
func near(count map[color.NRGBA]int, want color.NRGBA) int {
	sum := 0
	alike := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 2 }
	for c, n := range count {
		if alike(c.R, want.R) && alike(c.G, want.G) && alike(c.B, want.B) {
			sum += n
		}
	}
	return sum
}
