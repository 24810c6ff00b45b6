package picture

import (
	"image"
	"image/draw"
	"math"
)

// Fit returns the picture scaled down to fit the given width and height, in its
// own proportions. It never enlarges.
func (p *Picture) Fit(maxWidth, maxHeight int) *Picture {
	maxWidth, maxHeight = max(maxWidth, 1), max(maxHeight, 1)
	w, h := p.Width(), p.Height()
	if w <= maxWidth && h <= maxHeight {
		return p
	}
	// The tighter side decides; int64 because sides are multiplied.
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

// scaled returns side*to/from, rounded, and at least one pixel.
func scaled(side, to, from int) int {
	return max(1, int((int64(side)*int64(to)+int64(from)/2)/int64(from)))
}

// scale returns a part of the stored image with the given upright size.
func (p *Picture) scale(part image.Rectangle, width, height int) *Picture {
	if p.turn.sideways() {
		width, height = height, width
	}
	return &Picture{img: resample(p.img, part, width, height), turn: p.turn}
}

// resample scales a part of src down to width x height. It reads the source once,
// row by row, and keeps only the rows that the filter needs, so that its memory is
// that of the result. It first averages by a whole factor, which is cheap; a
// Catmull-Rom filter does the rest.
func resample(src image.Image, part image.Rectangle, width, height int) *image.RGBA {
	in := newRowReader(src, part, max(1, min(part.Dx()/width, part.Dy()/height)))
	columns, lines := taps(in.width, width), taps(in.height, height)
	window := make([][]float32, 0, widest(lines))
	for range cap(window) {
		window = append(window, make([]float32, 4*width))
	}
	dst, sum, next := image.NewRGBA(image.Rect(0, 0, width, height)), make([]float32, 4*width), 0
	for y, line := range lines {
		for ; next < line.first+len(line.weights); next++ {
			columns.apply(window[next%len(window)], in.read(next))
		}
		clear(sum)
		for i, weight := range line.weights {
			addScaled(sum, window[(line.first+i)%len(window)], weight)
		}
		quantize(dst.Pix[y*dst.Stride:], sum)
	}
	return dst
}

// rowReader reads the rows of an image as RGBA, averaged over step x step pixels.
// A remainder at the right and lower edge, smaller than a step, is left out.
type rowReader struct {
	src           image.Image
	corner        image.Point
	step          int
	width, height int // of the averaged image
	band          *image.RGBA
	row           []float32
}

func newRowReader(src image.Image, part image.Rectangle, step int) *rowReader {
	r := &rowReader{src: src, corner: part.Min, step: step, width: part.Dx() / step, height: part.Dy() / step}
	r.band = image.NewRGBA(image.Rect(0, 0, r.width*step, step))
	r.row = make([]float32, 4*r.width)
	return r
}

// read returns row y; the next call overwrites it.
func (r *rowReader) read(y int) []float32 {
	draw.Draw(r.band, r.band.Rect, r.src, r.corner.Add(image.Pt(0, y*r.step)), draw.Src)
	if r.step == 1 {
		for i, v := range r.band.Pix {
			r.row[i] = float32(v)
		}
		return r.row
	}
	n := float32(r.step * r.step)
	for x := range r.width {
		var sum [4]int
		for line := range r.step {
			pixels := r.band.Pix[line*r.band.Stride+4*x*r.step:]
			for i := 0; i < 4*r.step; i += 4 {
				sum[0] += int(pixels[i])
				sum[1] += int(pixels[i+1])
				sum[2] += int(pixels[i+2])
				sum[3] += int(pixels[i+3])
			}
		}
		for i, s := range sum {
			r.row[4*x+i] = float32(s) / n
		}
	}
	return r.row
}

// tap holds the source pixels of one pixel of the result and their weights.
type tap struct {
	first   int
	weights []float32
}

type filter []tap

// taps returns the filter from one length to a shorter one.
func taps(from, to int) filter {
	const support = 2
	factor := float64(from) / float64(to)
	list := make(filter, to)
	for i := range list {
		center := (float64(i)+0.5)*factor - 0.5
		first := max(0, int(math.Ceil(center-support*factor)))
		last := min(from-1, int(math.Floor(center+support*factor)))
		list[i] = tap{first: first, weights: make([]float32, last-first+1)}
		sum := 0.0
		for j := first; j <= last; j++ {
			sum += catmullRom((float64(j) - center) / factor)
		}
		for j := first; j <= last; j++ {
			list[i].weights[j-first] = float32(catmullRom((float64(j)-center)/factor) / sum)
		}
	}
	return list
}

func catmullRom(x float64) float64 {
	switch x = math.Abs(x); {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}

// widest returns the largest number of source pixels of one pixel.
func widest(f filter) int {
	n := 0
	for _, t := range f {
		n = max(n, len(t.weights))
	}
	return n
}

// apply scales one row.
func (f filter) apply(dst, src []float32) {
	for i, t := range f {
		var a, b, c, d float32
		pixels := src[4*t.first:]
		for j, w := range t.weights {
			p := pixels[4*j : 4*j+4]
			a += w * p[0]
			b += w * p[1]
			c += w * p[2]
			d += w * p[3]
		}
		dst[4*i], dst[4*i+1], dst[4*i+2], dst[4*i+3] = a, b, c, d
	}
}

func addScaled(sum, row []float32, weight float32) {
	for i, v := range row {
		sum[i] += weight * v
	}
}

// quantize rounds a row to bytes. The filter overshoots at edges; a colour is
// never above its alpha, by which it is multiplied.
func quantize(dst []byte, row []float32) {
	for i := 0; i < len(row); i += 4 {
		alpha := min(255, max(0, row[i+3]))
		for c := range 3 {
			dst[i+c] = byte(min(alpha, max(0, row[i+c])) + 0.5)
		}
		dst[i+3] = byte(alpha + 0.5)
	}
}
