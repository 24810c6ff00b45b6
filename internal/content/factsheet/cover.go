package factsheet

import (
	"fmt"
	"math"
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"allot/internal/content/facts"
	"allot/internal/platform/pdf"
	"allot/internal/platform/picture"
)

// Sizes of the first page, in points and millimetres.
const (
	kickerSize  = 9.0
	nameSize    = 20.0
	nameAlone   = 26.0 // where there is no logo above it
	linesSize   = 9.5
	introSize   = 11.0
	logoWidth   = 60.0
	logoHeight  = 24.0
	coverHeight = 88.0
)

// cover draws the first page: name, class, contact, cover photo, the most important facts and
// the description.
func (w *writer) cover() error {
	logo, err := w.logo()
	if err != nil {
		return err
	}
	size := nameAlone
	if logo != nil {
		size = nameSize
		w.doc.Image(logo, logoWidth, logoHeight)
		w.doc.Space(2)
	}
	w.doc.Ink(pdf.Accent)
	w.doc.Text(pdf.Bold, kickerSize, w.texts.upper(w.texts.FactSheet))
	w.doc.Ink(pdf.Ink)
	w.doc.Raw().Bookmark(pdf.Clean(w.Property.Name), 0, -1)
	w.doc.Text(pdf.Bold, size, w.Property.Name)
	w.classLine()
	w.contactLines()
	w.doc.Space(3)
	if err := w.coverPhoto(); err != nil {
		return err
	}
	w.glancePanel()
	w.introduction()
	return nil
}

func (w *writer) logo() ([]byte, error) {
	if w.Logo == nil {
		return nil, nil
	}
	// JPEG blurs letters and flat colours.
	logo, err := load(w.Logo, logoPixels, (*picture.Picture).PNG)
	if err != nil {
		return nil, fmt.Errorf("logo: %w", err)
	}
	return logo, nil
}

// classLine draws the stars and the kind of property, beside each other if they fit.
func (w *writer) classLine() {
	kind := strings.Join(filled(w.value("general", "property_type", w.Property.PropertyType), w.Property.Chain), " · ")
	taken := w.stars()
	if kind == "" {
		w.doc.Space(taken.height)
		return
	}
	f := w.doc.Raw()
	w.doc.Font(pdf.Bold, linesSize)
	if taken.width+f.GetStringWidth(pdf.Clean(kind)) > w.doc.Width() {
		w.doc.Space(taken.height)
		w.doc.Text(pdf.Bold, linesSize, kind)
		return
	}
	left, _, _, _ := f.GetMargins()
	y := f.GetY()
	f.SetXY(left+taken.width, y)
	f.CellFormat(0, starSize, pdf.Clean(kind), "", 0, "L", false, 0, "")
	f.SetY(y)
	w.doc.Space(starSize + starGap)
}

const (
	starSize = 4.0
	starGap  = 2.0 // to the text beside and below
)

type extent struct{ width, height float64 }

// stars draws the stars and returns the space that they take.
func (w *writer) stars() extent {
	if w.Property.Stars == nil || *w.Property.Stars <= 0 {
		return extent{}
	}
	f := w.doc.Raw()
	x, _, _, _ := f.GetMargins()
	taken := extent{width: starGap, height: starSize + starGap}
	for left := *w.Property.Stars; left > 0; left-- {
		drawStar(f, x, f.GetY(), starSize, left < 1)
		x += starSize + starGap/4
		taken.width += starSize + starGap/4
	}
	return taken
}

// drawStar draws a star, which the font has no character for. half fills its left side only.
func drawStar(f *fpdf.Fpdf, x, y, size float64, half bool) {
	const points, inner = 5, 0.42
	var shape []fpdf.PointType
	for i := range 2 * points {
		r := size / 2
		if i%2 == 1 {
			r *= inner
		}
		angle := float64(i)*math.Pi/points - math.Pi/2
		shape = append(shape, fpdf.PointType{X: x + size/2 + r*math.Cos(angle), Y: y + size/2 + r*math.Sin(angle)})
	}
	f.SetFillColor(0xd9, 0x8a, 0x00)
	f.SetDrawColor(0xd9, 0x8a, 0x00)
	f.SetLineWidth(0.2)
	f.Polygon(shape, "D")
	if half {
		f.ClipRect(x, y, size/2, size, false)
		defer f.ClipEnd()
	}
	f.Polygon(shape, "F")
}

func (w *writer) contactLines() {
	p := w.Property
	town := strings.Join(filled(p.PostalCode, p.City), " ")
	country := w.value("location", "country", p.Country)
	w.doc.Ink(pdf.Muted)
	for _, line := range [][]string{filled(p.Address, town, country), filled(p.Phone, p.Email, p.Website)} {
		if len(line) > 0 {
			w.doc.Joined(pdf.Regular, linesSize, line, "  ·  ")
		}
	}
	w.doc.Ink(pdf.Ink)
}

func (w *writer) coverPhoto() error {
	if w.plan.cover == nil {
		return nil
	}
	figure, err := figures([]Photo{*w.plan.cover}, coverPixels)
	if err != nil {
		return err
	}
	w.doc.Figures(figure, 1, coverHeight)
	return nil
}

func (w *writer) glancePanel() {
	const columns = 4
	glance := w.glance()
	if len(glance) == 0 {
		return
	}
	w.doc.Keep(func(d *pdf.Doc) {
		d.Heading(3, w.texts.AtAGlance)
		d.Panel(glance, columns)
	})
}

// introduction draws the description that the hotel has written.
func (w *writer) introduction() {
	short := w.field("general", "short_description", w.single("general"))
	long := w.field("general", "long_description", w.single("general"))
	if short != "" {
		w.doc.Space(3)
		w.doc.Text(pdf.Regular, introSize, short)
	}
	if long != "" {
		w.doc.Space(1)
		w.doc.Paragraph(long)
	}
	if w.isEmpty() {
		w.doc.Space(3)
		w.doc.Ink(pdf.Muted)
		w.doc.Paragraph(w.texts.Empty)
		w.doc.Ink(pdf.Ink)
	}
}

func (w *writer) isEmpty() bool {
	for _, entries := range w.Facts {
		for _, e := range entries {
			if len(e.Data) > 0 {
				return false
			}
		}
	}
	return true
}

// single returns the record of a single category, nil if there is none.
func (w *writer) single(category string) facts.Record {
	for _, entry := range w.Facts[category] {
		return entry.Data
	}
	return nil
}

// value returns the label of a value of the catalogue.
func (w *writer) value(category, key, value string) string {
	return w.field(category, key, facts.Record{key: value})
}

// field returns one fact of a record as text, or "".
func (w *writer) field(category, key string, record facts.Record) string {
	c, ok := w.catalogue.Find(category)
	if !ok || record[key] == nil || record[key] == "" {
		return ""
	}
	for _, line := range c.DescribeTo(w.Language, w.Format, facts.Record{key: record[key]}) {
		return line.Value
	}
	return ""
}

func filled(texts ...string) []string {
	var out []string
	for _, text := range texts {
		if strings.TrimSpace(text) != "" {
			out = append(out, text)
		}
	}
	return out
}
