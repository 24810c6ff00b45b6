package chart

import "slices"

const (
	monthGap = 5.0 // in millimetres
	rounding = 1e-6
)

// frame is the area for tables.
type frame struct {
	first       float64 // on the first page, below its head
	top, bottom float64 // on the others, and the end of all
}

// heights returns the row heights of a month's table at a step, one for each
// room.
type heights func(month, step int) []float64

// part is a month's table, or the part of it that fits on a page.
type part struct {
	month, page int
	y           float64
	step        int
	from, to    int       // rooms
	rows        []float64 // their heights
}

func (p part) height() float64 { return sizeOf(p.step).title + sum(p.rows) }

// layout places the tables on as few pages as possible, with the highest rows
// that fit.
func layout(months, rooms int, rowHeights heights, f frame) []part {
	if rooms == 0 {
		return nil
	}
	step := highestStep
	parts := place(months, step, rowHeights, f)
	for fewest := lastPage(place(months, lowestStep, rowHeights, f)); lastPage(parts) > fewest && step > lowestStep; {
		step--
		parts = place(months, step, rowHeights, f)
	}
	tallest := highestStep
	if lastPage(parts) == 1 {
		tallest = tallestStep
	}
	for from := 0; from < len(parts); {
		to := from
		for to < len(parts) && parts[to].page == parts[from].page {
			to++
		}
		grow(parts[from:to], tallest, rowHeights, f)
		from = to
	}
	return parts
}

// grow enlarges the rows of a page into the space that is left at its end: the
// first page has less of it than the others.
func grow(page []part, tallest int, rowHeights heights, f frame) {
	for page[0].step < tallest && resize(page, page[0].step+1, rowHeights, f) {
	}
	last := page[len(page)-1]
	if last.step == tallest {
		return
	}
	rows := 0
	for _, p := range page {
		rows += len(p.rows)
	}
	// Less than a step for each row is left, unless a step wraps a name.
	extra := min(rowStep, (f.bottom-last.y-last.height())/float64(rows))
	y := page[0].y
	for i := range page {
		page[i].rows = slices.Clone(page[i].rows)
		for r := range page[i].rows {
			page[i].rows[r] += extra
		}
		page[i].y = y
		y += page[i].height() + monthGap
	}
}

// resize sets another step for the tables of a page if they still fit.
func resize(page []part, step int, rowHeights heights, f frame) bool {
	next := make([]part, len(page))
	y, end := page[0].y, 0.0
	for i, p := range page {
		p.step, p.y, p.rows = step, y, rowHeights(p.month, step)[p.from:p.to]
		end = y + p.height()
		y, next[i] = end+monthGap, p
	}
	if end > f.bottom+rounding {
		return false
	}
	copy(page, next)
	return true
}

func lastPage(parts []part) int { return parts[len(parts)-1].page }

// place keeps a month on one page if it fits. The first month always starts
// below the head of the document.
func place(months, step int, rowHeights heights, f frame) []part {
	var parts []part
	page, y, fresh := 1, f.first, true
	next := func() { page, y, fresh = page+1, f.top, true }
	title := sizeOf(step).title
	for month := range months {
		rows := rowHeights(month, step)
		if !fresh && y+title+sum(rows) > f.bottom+rounding {
			next()
		}
		for from := 0; from < len(rows); fresh = false {
			n := share(rows[from:], f.bottom-y-title, f.bottom-f.top-title)
			p := part{month: month, page: page, y: y, step: step, from: from, to: from + n, rows: rows[from : from+n]}
			parts = append(parts, p)
			y += p.height() + monthGap
			if from += n; from < len(rows) {
				next()
			}
		}
	}
	return parts
}

// share returns how many of the rows go on this page, given the height left
// here and on the following pages, so that the last page does not get only one
// or two.
func share(rows []float64, here, page float64) int {
	total := sum(rows)
	if total <= here+rounding {
		return len(rows)
	}
	pages := 1
	for left := total - here; left > 0; left -= page {
		pages++
	}
	wanted := min(here, total/float64(pages)+rows[0]/2)
	n, height := 0, 0.0
	for n < len(rows) && height+rows[n] <= wanted+rounding {
		height += rows[n]
		n++
	}
	return max(1, n)
}

func sum(list []float64) float64 {
	total := 0.0
	for _, n := range list {
		total += n
	}
	return total
}
