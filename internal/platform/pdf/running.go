package pdf

import (
	"fmt"
	"sort"
)

const (
	runningSize = 8.0 // in points
	runningLine = 4.0
)

// running is the content that repeats on every page.
type running struct {
	headerLeft, headerRight string
	headerFrom              int
	footerLeft              string
	pages                   func(page, total int) string
	belowLeft, belowRight   string
	mark                    string
}

// SetHeader sets the line at the top of every page.
func (d *Doc) SetHeader(left, right string) {
	d.running.headerLeft, d.running.headerRight = left, right
}

// HeaderFrom omits the header on the pages before the given one.
func (d *Doc) HeaderFrom(page int) { d.running.headerFrom = page }

// SetMark sets a warning in the middle of the upper margin of every page.
func (d *Doc) SetMark(text string) { d.running.mark = text }

// SetFooter sets the line at the bottom of every page: a text, and the page
// number as pages returns it; nil writes "Page 1 of 2".
func (d *Doc) SetFooter(left string, pages func(page, total int) string) {
	if pages == nil {
		pages = func(page, total int) string { return fmt.Sprintf("Page %d of %d", page, total) }
	}
	d.running.footerLeft, d.running.pages = left, pages
}

// SetSubFooter sets a second line below that of SetFooter.
func (d *Doc) SetSubFooter(left, right string) {
	d.running.belowLeft, d.running.belowRight = left, right
}

// drawRunning adds headers and footers to the finished pages, when their number
// is known.
func (d *Doc) drawRunning() {
	total := d.f.PageCount()
	_, height := d.f.GetPageSize()
	for page := 1; page <= total; page++ {
		d.f.SetPage(page)
		d.Font(Regular, runningSize)
		d.Ink(Muted)
		if page >= d.running.headerFrom {
			d.runLine(headerAt, d.running.headerLeft, d.running.headerRight)
		}
		right := ""
		if d.running.pages != nil {
			right = d.running.pages(page, total)
		}
		d.runLine(height-footerAt, d.running.footerLeft, right)
		d.runLine(height-footerAt+runningLine, d.running.belowLeft, d.running.belowRight)
		d.drawMark()
	}
	d.Ink(Ink)
}

func (d *Doc) drawMark() {
	if d.running.mark == "" {
		return
	}
	const at, height, padding = 4.0, 5.0, 3.0
	d.Font(Bold, runningSize)
	text := d.Cut(d.running.mark, d.Width()-2*padding)
	width := d.f.GetStringWidth(text) + 2*padding
	x := marginSide + (d.Width()-width)/2
	d.Fill(warn, x, at, width, height)
	d.Ink(warnInk)
	d.f.SetXY(x, at)
	d.cell(width, height, text, 0, "C")
}

// runLine writes the right text whole and cuts the left one to the remaining width.
func (d *Doc) runLine(y float64, left, right string) {
	const gap = 4.0
	right = d.Cut(right, d.Width())
	room := d.Width() - d.f.GetStringWidth(right)
	d.f.SetXY(marginSide, y)
	d.cell(room, runningLine, d.Cut(left, max(0, room-gap)), 0, "L")
	d.cell(d.Width()-room, runningLine, right, 0, "R")
}

// Cut shortens a text to one line of the given width in the current font, with
// an ellipsis if something was cut.
func (d *Doc) Cut(text string, width float64) string {
	line := []rune(oneLine(Clean(text)))
	if d.f.GetStringWidth(string(line)) <= width {
		return string(line)
	}
	fits := sort.Search(len(line), func(n int) bool { return d.f.GetStringWidth(string(line[:n+1])+"…") > width })
	return string(line[:fits]) + "…"
}
