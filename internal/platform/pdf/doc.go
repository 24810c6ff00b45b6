// Package pdf writes PDF documents of headings, paragraphs, tables and pictures.
//
// It owns page geometry, fonts and page breaks, not the content. Equal input
// gives equal bytes, and text is never lost: a character that the fonts lack
// shows as a box.
package pdf

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// Page geometry in millimetres. The running header and footer lie in the upper
// and lower margin.
const (
	marginSide   = 18.0
	marginTop    = 24.0
	marginBottom = 20.0
	headerAt     = 11.0
	footerAt     = 12.0 // from the lower edge

	roundingError = 1e-6
)

var languagePattern = regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`)

// Options describe a document.
type Options struct {
	Landscape bool
	Title     string
	Author    string
	Language  string    // BCP 47, for screen readers; left out if it is not valid
	Created   time.Time // required: with the clock, equal input would give different bytes
}

// Doc is a document of A4 pages that is filled from top to bottom. WriteTo and
// Bytes return the first error; calls after it do nothing.
type Doc struct {
	f        *fpdf.Fpdf
	running  running
	pictures int     // number of different pictures so far
	inset    float64 // width taken off the right of the text area
	reserved float64 // height taken off the bottom of the text area
	// measuring is set in a scratch document: see Keep.
	measuring bool
	scratch   *Doc
	out       []byte
}

// New starts a document with an empty page.
func New(o Options) *Doc {
	orientation := "P"
	if o.Landscape {
		orientation = "L"
	}
	f := fpdf.New(orientation, "mm", "A4", "")
	f.SetCatalogSort(true)
	f.SetCreationDate(o.Created.UTC())
	f.SetModificationDate(o.Created.UTC())
	f.SetTitle(Clean(o.Title), true)
	f.SetAuthor(Clean(o.Author), true)
	f.SetCreator("Allot", true)
	f.SetProducer("Allot", true)
	if languagePattern.MatchString(o.Language) { // the library writes it as it is
		f.SetLang(o.Language)
	}
	if o.Created.IsZero() {
		f.SetError(fmt.Errorf("options of PDF %q have no time of creation", o.Title))
	}
	f.SetMargins(marginSide, marginTop, marginSide)
	f.SetAutoPageBreak(false, marginBottom) // breaks are ours: see need
	f.SetCellMargin(0)
	d := &Doc{f: f}
	d.Ink(Ink)
	f.AddPage()
	return d
}

// Raw returns the drawing library's document, for what this package does not
// offer. Pass text through Clean, and select fonts with Font.
func (d *Doc) Raw() *fpdf.Fpdf { return d.f }

// Width returns the width of the text area in millimetres.
func (d *Doc) Width() float64 {
	w, _ := d.f.GetPageSize()
	return w - 2*marginSide - d.inset
}

// Space moves down, but not onto another page.
func (d *Doc) Space(millimetres float64) {
	d.f.SetY(min(d.f.GetY()+millimetres, d.bottom()))
}

// Break starts a new page.
func (d *Doc) Break() { d.f.AddPage() }

// Reserve keeps the lowest part of the text area of every page free, for what the
// caller draws there.
func (d *Doc) Reserve(millimetres float64) { d.reserved = millimetres }

// Room returns the height that is left on the page.
func (d *Doc) Room() float64 { return d.bottom() - d.f.GetY() }

// bottom returns the y position where the text area ends.
func (d *Doc) bottom() float64 {
	_, h := d.f.GetPageSize()
	return h - marginBottom - d.reserved
}

// need starts a new page unless height fits on this one, or this one is empty.
func (d *Doc) need(height float64) {
	if y := d.f.GetY(); y > marginTop && y+height > d.bottom()+roundingError {
		d.f.AddPage()
	}
}

// Bytes finishes the document and returns it. Nothing can be added afterwards.
func (d *Doc) Bytes() ([]byte, error) {
	if d.out == nil {
		d.drawRunning()
		var buf bytes.Buffer
		if err := d.f.Output(&buf); err != nil {
			return nil, fmt.Errorf("make PDF: %w", err)
		}
		d.out = buf.Bytes()
	}
	return d.out, nil
}

// WriteTo finishes the document and writes it.
func (d *Doc) WriteTo(w io.Writer) (int64, error) {
	out, err := d.Bytes()
	if err != nil {
		return 0, err
	}
	n, err := w.Write(out)
	if err != nil {
		return int64(n), fmt.Errorf("write PDF: %w", err)
	}
	return int64(n), nil
}
