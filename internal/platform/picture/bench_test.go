package picture_test

import (
	"image"
	"testing"
)

// BenchmarkPicture_Fit scales a large photo to the largest size that is kept.
func BenchmarkPicture_Fit(b *testing.B) {
	p := read(b, jpegOf(b, image.NewNRGBA(image.Rect(0, 0, 7900, 7900))))
	for b.Loop() {
		p.Fit(4096, 4096)
	}
}
