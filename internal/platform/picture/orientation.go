package picture

import (
	"image"
	"image/draw"
)

// orientation is the EXIF value: how the stored image must be rotated and mirrored.
type orientation uint16

// The eight orientations of EXIF, named by what has to be done.
const (
	upright orientation = iota + 1
	mirror
	halfTurn
	flip
	transpose
	quarterTurn // clockwise
	transverse
	threeQuarterTurn
)

// sideways reports whether width and height are swapped.
func (o orientation) sideways() bool { return o >= transpose }

func (o orientation) size(stored image.Rectangle) image.Point {
	if o.sideways() {
		return image.Pt(stored.Dy(), stored.Dx())
	}
	return stored.Size()
}

// source returns the stored pixel for x, y of the upright picture. w and h are the
// stored size.
func (o orientation) source(x, y, w, h int) (int, int) {
	switch o {
	case mirror:
		return w - 1 - x, y
	case halfTurn:
		return w - 1 - x, h - 1 - y
	case flip:
		return x, h - 1 - y
	case transpose:
		return y, x
	case quarterTurn:
		return y, h - 1 - x
	case transverse:
		return w - 1 - y, h - 1 - x
	case threeQuarterTurn:
		return w - 1 - y, x
	default:
		return x, y
	}
}

// apply returns img upright.
func (o orientation) apply(img image.Image) image.Image {
	if o == upright {
		return img
	}
	src := toRGBA(img)
	w, h := src.Rect.Dx(), src.Rect.Dy()
	size := o.size(src.Rect)
	dst := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		row := dst.Pix[y*dst.Stride:]
		for x := range size.X {
			sx, sy := o.source(x, y, w, h)
			copy(row[4*x:4*x+4], src.Pix[sy*src.Stride+4*sx:])
		}
	}
	return dst
}

// toRGBA returns img as RGBA with its corner at the origin.
func toRGBA(img image.Image) *image.RGBA {
	b := img.Bounds()
	if rgba, ok := img.(*image.RGBA); ok && b.Min == (image.Point{}) {
		return rgba
	}
	dst := image.NewRGBA(image.Rectangle{Max: b.Size()})
	draw.Draw(dst, dst.Rect, img, b.Min, draw.Src)
	return dst
}
