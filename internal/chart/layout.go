package chart

import "math"

// Sizes of a month's table, in millimetres.
const (
	titleHeight = 7.6 // its head: name of the month, weekdays, days
	monthGap    = 5.0
	lowestRow   = 4.0
	highestRow  = 7.0
	rowStep     = 0.05
	rounding    = 1e-6
)

// frame is where tables may stand.
type frame struct {
	first       float64 // on the first page, below its head
	top, bottom float64 // on the others, and the end of all
}

// part is a month's table, or as much of it as a page has room for.
type part struct {
	month, page int
	y           float64
	row         float64 // height of one
	from, to    int     // rooms
}

func (p part) rows() int { return p.to - p.from }

func (p part) height() float64 { return titleHeight + float64(p.rows())*p.row }

// layout takes as few pages as it can, and on these gives the rows as much
// height as there is.
func layout(months, rooms int, f frame) []part {
	row := highestRow
	parts := place(months, rooms, row, f)
	for fewest := lastPage(place(months, rooms, lowestRow, f)); lastPage(parts) > fewest; {
		row = max(row-rowStep, lowestRow)
		parts = place(months, rooms, row, f)
	}
	grow(parts, f)
	return parts
}

// grow gives the rows of each page the room that is left at its end: the first
// page has less of it than the others.
func grow(parts []part, f frame) {
	for from := 0; from < len(parts); {
		to, rows := from, 0
		for to < len(parts) && parts[to].page == parts[from].page {
			rows += parts[to].rows()
			to++
		}
		y := parts[from].y
		tables := float64(to - from)
		row := (f.bottom - y - tables*titleHeight - (tables-1)*monthGap) / float64(rows)
		for i := from; i < to; i++ {
			parts[i].y, parts[i].row = y, min(row, highestRow)
			y += parts[i].height() + monthGap
		}
		from = to
	}
}

func lastPage(parts []part) int {
	if len(parts) == 0 {
		return 1
	}
	return parts[len(parts)-1].page
}

// place keeps a month on one page where it fits on one. The first month starts
// below the head of the document in any case.
func place(months, rooms int, row float64, f frame) []part {
	var parts []part
	page, y, fresh := 1, f.first, true
	next := func() { page, y, fresh = page+1, f.top, true }
	for month := range months {
		if !fresh && roomsFrom(y, row, f) < rooms {
			next()
		}
		for from := 0; from < rooms; fresh = false {
			n := share(rooms-from, roomsFrom(y, row, f), roomsFrom(f.top, row, f))
			p := part{month: month, page: page, y: y, row: row, from: from, to: from + n}
			parts = append(parts, p)
			y += p.height() + monthGap
			if from += n; from < rooms {
				next()
			}
		}
	}
	return parts
}

// roomsFrom counts the rows of a table that starts at y and ends on its page.
func roomsFrom(y, row float64, f frame) int {
	return max(0, int(math.Floor((f.bottom-y-titleHeight)/row+rounding)))
}

// share is how many of the rooms go on this page, so that the last page does
// not get one or two only.
func share(rooms, here, page int) int {
	if rooms <= here {
		return rooms
	}
	pages := 1 + (rooms-here+page-1)/page
	return min(here, (rooms+pages-1)/pages)
}
