package pdf

import (
	"fmt"

	"codeberg.org/go-pdf/fpdf"
)

// endless is the height of the page of the scratch document.
const endless = 100_000.0

// Keep draws on one page what fits on one, and does not start longer content in
// the last third of a page. It calls draw twice, first with a scratch document
// that measures the height: draw must do the same both times.
func (d *Doc) Keep(draw func(*Doc)) {
	page := d.bottom() - marginTop
	height := d.measure(draw)
	if height > page {
		height = page / 3
	}
	d.need(height)
	draw(d)
}

// KeepStart is Keep for content that may break over pages: its first atLeast
// millimetres stay together.
func (d *Doc) KeepStart(atLeast float64, draw func(*Doc)) {
	d.need(min(d.measure(draw), atLeast))
	draw(d)
}

// measure draws into the scratch document and returns the height.
func (d *Doc) measure(draw func(*Doc)) float64 {
	if d.measuring { // its page has no end, so nothing needs to be kept
		return 0
	}
	if d.scratch == nil {
		d.scratch = d.newScratch()
	}
	s := d.scratch
	s.inset = d.inset
	s.f.AddPage()
	const start = marginTop + 1 // the top of a page has rules of its own
	s.f.SetY(start)
	draw(s)
	if err := s.f.Error(); err != nil {
		d.f.SetError(fmt.Errorf("measure: %w", err))
	}
	return s.f.GetY() - start
}

func (d *Doc) newScratch() *Doc {
	width, _ := d.f.GetPageSize()
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: width, Ht: endless}})
	f.SetMargins(marginSide, marginTop, marginSide)
	f.SetAutoPageBreak(false, marginBottom)
	f.SetCellMargin(0)
	return &Doc{f: f, measuring: true}
}
