package drawing

import (
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"

	"golang.org/x/image/vector"
)

// All scenes are drawn on a sheet of sheetW x sheetH, which is scaled to cover the
// picture: what another aspect ratio does not show is cut off on both sides.
const sheetW, sheetH = 1200.0, 800.0

// canvas is a picture that is being drawn.
type canvas struct {
	img    *image.RGBA
	mask   *image.Alpha
	raster vector.Rasterizer
	scale  float64
	dx, dy float64
	rnd    *rand.Rand
	p      palette
	place  Place
}

func newCanvas(width, height int, scene string, seed uint64) *canvas {
	h := fnv.New64a()
	_, _ = h.Write([]byte(scene))            // never fails
	mixed := (seed + 1) * 0x9e3779b97f4a7c15 // neighbouring seeds shall give unlike pictures
	rnd := rand.New(rand.NewPCG(mixed^mixed>>29, h.Sum64()))
	s := max(float64(width)/sheetW, float64(height)/sheetH)
	c := &canvas{
		img: image.NewRGBA(image.Rect(0, 0, width, height)), mask: image.NewAlpha(image.Rect(0, 0, width, height)), scale: s,
		dx: (float64(width) - s*sheetW) / 2, dy: (float64(height) - s*sheetH) / 2, rnd: rnd,
	}
	for i := 3; i < len(c.img.Pix); i += 4 {
		c.img.Pix[i] = 255 // opaque from the start: shade leaves it as it is
	}
	c.p = palettes[rnd.IntN(len(palettes))]
	return c
}

// between gives a number in [from, to).
func (c *canvas) between(from, to float64) float64 { return from + c.rnd.Float64()*(to-from) }

// chance is true with a probability.
func (c *canvas) chance(p float64) bool { return c.rnd.Float64() < p }

type point struct{ x, y float64 }

// path is an outline. Its zero value is empty.
type path struct {
	ops []op
}

type op struct {
	kind byte // m, l, q, c
	a    [3]point
}

func (p *path) move(x, y float64) *path {
	p.ops = append(p.ops, op{'m', [3]point{{x, y}}})
	return p
}

func (p *path) line(xy ...float64) *path {
	for i := 0; i+1 < len(xy); i += 2 {
		p.ops = append(p.ops, op{'l', [3]point{{xy[i], xy[i+1]}}})
	}
	return p
}

func (p *path) quad(bx, by, x, y float64) *path {
	p.ops = append(p.ops, op{'q', [3]point{{bx, by}, {x, y}}})
	return p
}

func (p *path) cube(bx, by, cx, cy, x, y float64) *path {
	p.ops = append(p.ops, op{'c', [3]point{{bx, by}, {cx, cy}, {x, y}}})
	return p
}

func polygon(xy ...float64) *path { return (&path{}).move(xy[0], xy[1]).line(xy[2:]...) }

func rect(x, y, w, h float64) *path { return polygon(x, y, x+w, y, x+w, y+h, x, y+h) }

// rounded is a rectangle with round corners.
func rounded(x, y, w, h, r float64) *path {
	r = min(r, w/2, h/2)
	k := r * 0.45
	return (&path{}).move(x+r, y).line(x+w-r, y).cube(x+w-k, y, x+w, y+k, x+w, y+r).
		line(x+w, y+h-r).cube(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h).
		line(x+r, y+h).cube(x+k, y+h, x, y+h-k, x, y+h-r).
		line(x, y+r).cube(x, y+k, x+k, y, x+r, y)
}

// ellipse has its middle at x, y.
func ellipse(x, y, rx, ry float64) *path {
	const k = 0.5523
	return (&path{}).move(x+rx, y).
		cube(x+rx, y+k*ry, x+k*rx, y+ry, x, y+ry).
		cube(x-k*rx, y+ry, x-rx, y+k*ry, x-rx, y).
		cube(x-rx, y-k*ry, x-k*rx, y-ry, x, y-ry).
		cube(x+k*rx, y-ry, x+rx, y-k*ry, x+rx, y)
}

// arch is a door or window with a round top, standing on y+h.
func arch(x, y, w, h float64) *path {
	r := w / 2
	k := r * 0.45
	return (&path{}).move(x, y+h).line(x, y+r).cube(x, y+k, x+k, y, x+r, y).
		cube(x+w-k, y, x+w, y+k, x+w, y+r).line(x+w, y+h)
}

// stroke is a line of a width along points, with flat ends.
func stroke(width float64, xy ...float64) *path {
	p := &path{}
	for i := 0; i+3 < len(xy); i += 2 {
		dx, dy := xy[i+2]-xy[i], xy[i+3]-xy[i+1]
		l := math.Hypot(dx, dy)
		if l == 0 {
			continue
		}
		nx, ny := -dy/l*width/2, dx/l*width/2
		p.move(xy[i]+nx, xy[i+1]+ny).line(xy[i+2]+nx, xy[i+3]+ny, xy[i+2]-nx, xy[i+3]-ny, xy[i]-nx, xy[i+1]-ny)
	}
	return p
}

// add puts another outline into this one.
func (p *path) add(q *path) *path {
	p.ops = append(p.ops, q.ops...)
	return p
}

// bounds is the box of all points, control points included.
func (c *canvas) bounds(p *path) (image.Rectangle, bool) {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, o := range p.ops {
		n := 1
		switch o.kind {
		case 'q':
			n = 2
		case 'c':
			n = 3
		}
		for _, q := range o.a[:n] {
			x, y := q.x*c.scale+c.dx, q.y*c.scale+c.dy
			minX, maxX, minY, maxY = min(minX, x), max(maxX, x), min(minY, y), max(maxY, y)
		}
	}
	r := image.Rect(int(math.Floor(minX)), int(math.Floor(minY)), int(math.Ceil(maxX))+1, int(math.Ceil(maxY))+1)
	r = r.Intersect(c.img.Rect)
	return r, !r.Empty()
}

// trace rasterises an outline into the box.
func (c *canvas) trace(p *path, box image.Rectangle) {
	c.raster.Reset(box.Dx(), box.Dy())
	at := func(q point) (float32, float32) {
		return float32(q.x*c.scale + c.dx - float64(box.Min.X)), float32(q.y*c.scale + c.dy - float64(box.Min.Y))
	}
	for i, o := range p.ops {
		x, y := at(o.a[0])
		switch o.kind {
		case 'm':
			if i > 0 {
				c.raster.ClosePath()
			}
			c.raster.MoveTo(x, y)
		case 'l':
			c.raster.LineTo(x, y)
		case 'q':
			x2, y2 := at(o.a[1])
			c.raster.QuadTo(x, y, x2, y2)
		case 'c':
			x2, y2 := at(o.a[1])
			x3, y3 := at(o.a[2])
			c.raster.CubeTo(x, y, x2, y2, x3, y3)
		}
	}
	c.raster.ClosePath()
}

// cover rasterises an outline and returns how much of each pixel in the box it covers.
func (c *canvas) cover(p *path, box image.Rectangle) *image.Alpha {
	c.trace(p, box)
	mask := &image.Alpha{Pix: c.mask.Pix[:box.Dx()*box.Dy()], Stride: box.Dx(), Rect: image.Rect(0, 0, box.Dx(), box.Dy())}
	c.raster.DrawOp = draw.Src
	c.raster.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	return mask
}

// fill paints an outline in one colour. The rasteriser could do it too, but spends
// as much time on pixels outside the outline as on those inside.
func (c *canvas) fill(p *path, col color.NRGBA) {
	box, ok := c.bounds(p)
	if !ok {
		return
	}
	mask := c.cover(p, box)
	for y := range box.Dy() {
		row := mask.Pix[y*mask.Stride : (y+1)*mask.Stride]
		dst := c.img.Pix[c.img.PixOffset(box.Min.X, box.Min.Y+y):]
		dst = dst[:4*len(row)]
		for x, m := range row {
			if m == 0 {
				continue
			}
			d := dst[4*x : 4*x+4 : 4*x+4]
			a := uint32(m) * uint32(col.A)
			if a == 255*255 {
				d[0], d[1], d[2], d[3] = col.R, col.G, col.B, 255
				continue
			}
			a = a * 65280 / 65025
			rest := 65280 - a
			d[0] = uint8((uint32(col.R)*a + uint32(d[0])*rest + 32640) / 65280)
			d[1] = uint8((uint32(col.G)*a + uint32(d[1])*rest + 32640) / 65280)
			d[2] = uint8((uint32(col.B)*a + uint32(d[2])*rest + 32640) / 65280)
			d[3] = 255
		}
	}
}

// shading says how far (0 to 1) a place is from the first colour to the second:
// along a line, or outwards from a middle.
type shading struct {
	ax, ay, b      float64
	round          bool
	x0, y0, kx, ky float64
}

// down shades from y0 to y1.
func down(y0, y1 float64) shading { return shading{ay: 1 / (y1 - y0), b: -y0 / (y1 - y0)} }

// across shades from x0 to x1.
func across(x0, x1 float64) shading { return shading{ax: 1 / (x1 - x0), b: -x0 / (x1 - x0)} }

// around shades from the middle outwards.
func around(x0, y0, rx, ry float64) shading {
	return shading{round: true, x0: x0, y0: y0, kx: 1 / rx, ky: 1 / ry}
}

// shade paints an outline from one colour to another. A little grain hides the
// steps between the colours and looks like a screen print.
func (c *canvas) shade(p *path, from, to color.NRGBA, s shading) {
	box, ok := c.bounds(p)
	if !ok {
		return
	}
	mask := c.cover(p, box)
	var table [257][4]uint32
	for i := range table {
		m := mix(from, to, float64(i)/256)
		a := uint32(m.A)
		table[i] = [4]uint32{uint32(m.R) * a / 255, uint32(m.G) * a / 255, uint32(m.B) * a / 255, a}
	}
	inv := 1 / c.scale
	steps := inv * s.ax * 256
	noise := uint32(box.Min.X*7919 + box.Min.Y*104729 + 12345)
	for y := range box.Dy() {
		row := mask.Pix[y*mask.Stride : (y+1)*mask.Stride]
		dst := c.img.Pix[c.img.PixOffset(box.Min.X, box.Min.Y+y):]
		sy := (float64(box.Min.Y+y) - c.dy) * inv
		t := ((float64(box.Min.X)-c.dx)*inv*s.ax+sy*s.ay+s.b)*256 - 4 - steps
		dy := (sy - s.y0) * s.ky
		for x, m := range row {
			t += steps
			noise = noise*1664525 + 1013904223
			if m == 0 {
				continue
			}
			if s.round {
				dx := ((float64(box.Min.X+x)-c.dx)*inv - s.x0) * s.kx
				t = math.Sqrt(dx*dx+dy*dy)*256 - 4
			}
			k := &table[min(256, max(0, int(t+float64(noise>>24)*(1.0/32))))]
			a := uint32(m)
			if a == 255 && k[3] == 255 {
				dst[4*x], dst[4*x+1], dst[4*x+2] = uint8(k[0]), uint8(k[1]), uint8(k[2])
				continue
			}
			rest := 255 - k[3]*a/255
			for i := range 3 {
				dst[4*x+i] = uint8((k[i]*a + uint32(dst[4*x+i])*rest) / 255)
			}
		}
	}
}
