package drawing_test

import (
	"bytes"
	"golang.org/x/image/draw"
	"image"
	_ "image/jpeg"
	"image/png"
	"os"
	"strings"
	"testing"
	"time"

	"allot/internal/app/demo/drawing"
)

func TestSheet(t *testing.T) {
	out := os.Getenv("SHEET")
	if out == "" {
		t.Skip()
	}
	names := drawing.Scenes()
	if s := os.Getenv("SCENES"); s != "" {
		names = strings.Split(s, ",")
	}
	const w, h, n = 480, 320, 4
	sheet := image.NewRGBA(image.Rect(0, 0, w*n, h*len(names)))
	for r, name := range names {
		for k := range n {
			start := time.Now()
			b, err := drawing.Photo(name, uint64(k+1), 1200, 800)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(name, k, time.Since(start), len(b))
			img, _, err := image.Decode(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			draw.ApproxBiLinear.Scale(sheet, image.Rect(k*w, r*h, (k+1)*w, (r+1)*h), img, img.Bounds(), draw.Src, nil)
		}
	}
	f, _ := os.Create(out)
	png.Encode(f, sheet)
	f.Close()
}
