package app

import (
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
)

// paintView paints a sea under a sky with a sun, different for each n.
func paintView(w io.Writer, n int) error {
	const width, height, quality = 1200, 800, 85
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	horizon, sunX, sunY := height*(45+7*(n%3))/100, width*(20+23*n%60)/100, height/5
	for y := range height {
		for x := range width {
			dx, dy := x-sunX, y-sunY
			switch shore := height*82/100 + (x-width/2)*(n%5-2)/12; {
			case dx*dx+dy*dy < (height/14)*(height/14):
				img.SetRGBA(x, y, color.RGBA{255, 240, 190, 255})
			case y > shore:
				img.SetRGBA(x, y, color.RGBA{232, shade(196, (x*7+y*13)%14), 150, 255})
			case y > horizon:
				img.SetRGBA(x, y, color.RGBA{shade(12, 6*(n%6)), shade(96, 70*(y-horizon)/height), shade(150, (x*3+y*11)%20), 255})
			default:
				img.SetRGBA(x, y, color.RGBA{shade(120, 110*y/height), shade(172, 70*y/height), 238, 255})
			}
		}
	}
	if err := jpeg.Encode(w, img, &jpeg.Options{Quality: quality}); err != nil {
		return fmt.Errorf("paint the demo's photo %d: %w", n, err)
	}
	return nil
}

func shade(base, add int) uint8 { return uint8(min(255, max(0, base+add))) }
