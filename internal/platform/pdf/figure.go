package pdf

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"image"

	"codeberg.org/go-pdf/fpdf"
)

// Figure is a JPEG or PNG with its caption.
type Figure struct {
	Data    []byte
	Caption string
}

const (
	figureGap   = 4.0
	figureTop   = 1.0 // where pictures stand beside text
	captionSize = 8.0
	captionLine = captionSize * leading
	captionTop  = 1.2
	// maxCut is how much of a picture may be cut off to fill its box.
	maxCut = 0.3
)

// Figures draws pictures in rows of equal boxes. A picture fills its box if that
// cuts off little of it; otherwise it is drawn whole on grey. A row with its
// captions stays on one page.
func (d *Doc) Figures(figures []Figure, columns int, height float64) {
	width := (d.Width() - float64(columns-1)*figureGap) / float64(columns)
	for len(figures) > 0 && d.f.Ok() {
		row := figures[:min(columns, len(figures))]
		figures = figures[len(row):]
		captions := d.captions(row, width)
		total := height + captionsHeight(captions) + figureGap
		d.need(total - figureGap)
		top := d.f.GetY()
		for i, figure := range row {
			x := marginSide + float64(i)*(width+figureGap)
			d.figure(figure.Data, x, top, width, height)
			d.caption(captions[i], x, top+height+captionTop, width)
		}
		d.f.SetY(top)
		d.Space(total)
	}
}

// Beside draws pictures in a row at the right edge, each in a box of the given
// size. main draws to the left of them.
func (d *Doc) Beside(figures []Figure, width, height float64, main func(*Doc)) {
	if len(figures) == 0 {
		main(d)
		return
	}
	captions := d.captions(figures, width)
	taken := float64(len(figures)) * (width + figureGap)
	total := figureTop + height + captionsHeight(captions) + figureGap
	d.need(total)
	top, page := d.f.GetY(), d.f.PageNo()
	for i, figure := range figures {
		x := marginSide + d.Width() - taken + float64(i)*(width+figureGap) + figureGap
		d.figure(figure.Data, x, top+figureTop, width, height)
		d.caption(captions[i], x, top+figureTop+height+captionTop, width)
	}
	d.f.SetY(top)
	d.inset += taken
	main(d)
	d.inset -= taken
	if d.f.PageNo() == page && d.f.GetY() < top+total {
		d.f.SetY(top)
		d.Space(total)
	}
}

func (d *Doc) captions(figures []Figure, width float64) [][]string {
	d.Font(Regular, captionSize)
	lines := make([][]string, len(figures))
	for i, figure := range figures {
		if oneLine(figure.Caption) != "" {
			lines[i] = d.Wrap(figure.Caption, width)
		}
	}
	return lines
}

func captionsHeight(captions [][]string) float64 {
	most := 0
	for _, lines := range captions {
		most = max(most, len(lines))
	}
	if most == 0 {
		return 0
	}
	return captionTop + float64(most)*captionLine
}

func (d *Doc) caption(lines []string, x, y, width float64) {
	d.Font(Regular, captionSize)
	d.Ink(Muted)
	for i, line := range lines {
		d.f.SetXY(x, y+float64(i)*captionLine)
		d.cell(width, captionLine, line, 0, "L")
	}
	d.Ink(Ink)
}

// figure puts a picture into a box.
func (d *Doc) figure(data []byte, x, y, width, height float64) {
	kind, data, size, err := prepare(data)
	if err == nil && (size.X <= 0 || size.Y <= 0 || width <= 0 || height <= 0) {
		err = errors.New("it has no size")
	}
	if err != nil {
		d.f.SetError(fmt.Errorf("put picture in PDF: %w", err))
		return
	}
	if d.measuring {
		return
	}
	w, h, fills := inBox(size, width, height)
	if fills {
		d.f.ClipRect(x, y, width, height, false)
		defer d.f.ClipEnd()
	} else {
		d.Fill(Sunken, x, y, width, height)
	}
	d.place(kind, data, x+(width-w)/2, y+(height-h)/2, w, h)
}

// inBox returns the size of a picture that fills a box, or that fits into it if
// filling would cut off too much.
func inBox(size image.Point, width, height float64) (w, h float64, fills bool) {
	across, down := width/float64(size.X), height/float64(size.Y)
	scale := min(across, down)
	if fills = min(across, down)/max(across, down) >= 1-maxCut; fills {
		scale = max(across, down)
	}
	return scale * float64(size.X), scale * float64(size.Y), fills
}

// place draws a picture. Pictures are named by content, so that a logo on every
// page is stored once.
func (d *Doc) place(kind string, data []byte, x, y, width, height float64) {
	name := fmt.Sprintf("%x", sha256.Sum256(data))
	options := fpdf.ImageOptions{ImageType: kind}
	d.register(name, options, data)
	d.f.ImageOptions(name, x, y, width, height, false, options, 0, "")
}
