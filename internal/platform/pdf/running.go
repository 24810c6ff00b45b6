package pdf

import "fmt"

// running is what repeats on every page.
type running struct {
	headerLeft, headerRight string
	footerLeft              string
	pages                   func(page, total int) string
}

// SetHeader puts one line on top of every page.
func (d *Doc) SetHeader(left, right string) {
	d.running.headerLeft, d.running.headerRight = left, right
}

// SetFooter puts one line at the end of every page: a text, and the page
// number as pages words it in the reader's language. nil says "Page 1 of 2".
func (d *Doc) SetFooter(left string, pages func(page, total int) string) {
	if pages == nil {
		pages = func(page, total int) string { return fmt.Sprintf("Page %d of %d", page, total) }
	}
	d.running.footerLeft, d.running.pages = left, pages
}

// drawRunning goes over the finished pages once more: only now is their number
// known.
func (d *Doc) drawRunning() {
	total := d.f.PageCount()
	_, height := d.f.GetPageSize()
	for page := 1; page <= total; page++ {
		d.f.SetPage(page)
		d.Font(Regular, 8)
		d.f.SetTextColor(90, 98, 110)
		d.runningLine(headerAt, d.running.headerLeft, d.running.headerRight)
		right := ""
		if d.running.pages != nil {
			right = d.running.pages(page, total)
		}
		d.runningLine(height-footerAt, d.running.footerLeft, right)
	}
	d.f.SetTextColor(0, 0, 0)
}

// runningLine gives the right text its room and cuts the left one to the rest.
func (d *Doc) runningLine(y float64, left, right string) {
	const height, gap = 4.0, 4.0
	right = d.cut(right, d.Width())
	room := d.Width() - d.f.GetStringWidth(right)
	d.f.SetXY(marginSide, y)
	d.f.CellFormat(room, height, d.cut(left, max(0, room-gap)), "", 0, "L", false, 0, "")
	d.f.CellFormat(d.Width()-room, height, right, "", 0, "R", false, 0, "")
}

// cut shortens a text to one line of the given width.
func (d *Doc) cut(text string, width float64) string {
	line := []rune(oneLine(Clean(text)))
	if d.f.GetStringWidth(string(line)) <= width {
		return string(line)
	}
	for len(line) > 0 && d.f.GetStringWidth(string(line)+"…") > width {
		line = line[:len(line)-1]
	}
	return string(line) + "…"
}
