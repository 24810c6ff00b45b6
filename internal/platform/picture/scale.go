package picture

import (
	"image"
	"image/draw"

	xdraw "golang.org/x/image/draw"
)

// Fit returns the picture scaled down to lie within the given width and height,
// in its own proportions. It never enlarges.
func (p *Picture) Fit(maxWidth, maxHeight int) *Picture {
	maxWidth, maxHeight = max(maxWidth, 1), max(maxHeight, 1)
	w, h := p.Width(), p.Height()
	if w <= maxWidth && h <= maxHeight {
		return p
	}
	// Whichever side is tighter decides; int64 because sides multiply.
	if int64(w)*int64(maxHeight) > int64(h)*int64(maxWidth) {
		w, h = maxWidth, scaled(h, maxWidth, w)
	} else {
		w, h = scaled(w, maxHeight, h), maxHeight
	}
	return p.scale(p.img.Bounds(), w, h)
}

// Square returns the middle of the picture as a square of n pixels, or less
// where the picture is smaller than that.
func (p *Picture) Square(n int) *Picture {
	b := p.img.Bounds()
	side := min(b.Dx(), b.Dy())
	corner := b.Min.Add(image.Pt((b.Dx()-side)/2, (b.Dy()-side)/2))
	n = min(max(n, 1), side)
	return p.scale(image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))}, n, n)
}

// scaled is side*to/from, rounded, and at least one pixel.
func scaled(side, to, from int) int {
	return max(1, int((int64(side)*int64(to)+int64(from)/2)/int64(from)))
}

// scale makes width x height, as seen upright, of a part of the stored image.
func (p *Picture) scale(part image.Rectangle, width, height int) *Picture {
	if p.turn.sideways() {
		width, height = height, width
	}
	src := p.img
	// The good scaler keeps a row of floats for every source row, which for a
	// large photo is many times the photo. Whole steps are averaged away first.
	if step := min(part.Dx()/width, part.Dy()/height); step > 1 {
		src = shrink(src, part, step)
		part = src.Bounds()
	}
	dst := image.NewRGBA(image.Rect(0, 0, width, height))
	xdraw.CatmullRom.Scale(dst, dst.Rect, src, part, xdraw.Src, nil)
	return &Picture{img: dst, turn: p.turn}
}

// shrink replaces every step x step pixels by their average. It converts one
// band at a time, so that the whole image is never in memory twice. A rest at
// the right and lower edge, smaller than a step, is cut off.
func shrink(src image.Image, part image.Rectangle, step int) *image.RGBA {
	dst := image.NewRGBA(image.Rect(0, 0, part.Dx()/step, part.Dy()/step))
	band := image.NewRGBA(image.Rect(0, 0, dst.Rect.Dx()*step, step))
	for y := range dst.Rect.Dy() {
		draw.Draw(band, band.Rect, src, part.Min.Add(image.Pt(0, y*step)), draw.Src)
		for x := range dst.Rect.Dx() {
			average(dst.Pix[y*dst.Stride+4*x:], band, x*step, step)
		}
	}
	return dst
}

func average(out []byte, band *image.RGBA, left, step int) {
	var sum [4]int
	for y := range step {
		row := band.Pix[y*band.Stride+4*left:]
		for i := 0; i < 4*step; i += 4 {
			sum[0] += int(row[i])
			sum[1] += int(row[i+1])
			sum[2] += int(row[i+2])
			sum[3] += int(row[i+3])
		}
	}
	n := step * step
	for i, s := range sum {
		out[i] = byte((s + n/2) / n)
	}
}
