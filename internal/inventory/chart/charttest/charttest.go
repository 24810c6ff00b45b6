// Package charttest reads the numbers of a chart back from the PDF.
package charttest

import (
	"slices"
	"strconv"
	"testing"

	"allot/internal/testkit/pdftest"
)

// Row is a room type in a month's table.
type Row struct {
	Beside string // the text beside the month
	// Days are the units of each day, by what stands beside the month or, where
	// they change, below the days; -1 for a day that has passed.
	Days []int
}

const (
	footer     = 56.0 // in points, from the lower edge
	unitsWidth = 2.3  // in days
)

// Unknown is the units of a day that the chart does not show.
const Unknown = -1

// Months reads the tables of a chart one after the other, each with its rows.
// Today is the first day of the first month that has not passed, from 1.
func Months(t *testing.T, doc []byte, today int) [][]Row {
	t.Helper()
	var months [][]Row
	for _, page := range pdftest.Layout(t, doc) {
		heads := heads(page)
		for i, head := range heads {
			end := page.Height - footer
			if i+1 < len(heads) {
				end = heads[i+1][0].YMin
			}
			months = append(months, rows(page, head, end, today))
			today = 1
		}
	}
	return months
}

// heads returns the days of each table, one after the other.
func heads(p pdftest.Page) [][]pdftest.Word {
	var found [][]pdftest.Word
	for i, w := range p.Words {
		if w.Text != "1" {
			continue
		}
		head := []pdftest.Word{w}
		for _, next := range p.Words[i+1:] {
			if next.Text == strconv.Itoa(len(head)+1) && abs(next.YMin-w.YMin) < 1 && next.XMin > head[len(head)-1].XMax {
				head = append(head, next)
			}
		}
		if len(head) >= 28 {
			found = append(found, head)
		}
	}
	slices.SortFunc(found, func(a, b []pdftest.Word) int { return int(a[0].YMin - b[0].YMin) })
	return found
}

func rows(p pdftest.Page, head []pdftest.Word, end float64, today int) []Row {
	step := (middle(head[len(head)-1]) - middle(head[0])) / float64(len(head)-1)
	left := middle(head[0]) - step/2
	var beside, below []pdftest.Word
	for _, w := range p.Words {
		switch _, err := strconv.Atoi(w.Text); {
		case w.YMin < head[0].YMax || w.YMax > end:
		case w.XMax < left && w.XMin > left-unitsWidth*step && isUnits(w.Text):
			beside = append(beside, w)
		case err == nil && w.XMin > left:
			below = append(below, w)
		}
	}
	slices.SortFunc(beside, func(a, b pdftest.Word) int { return int(a.YMin - b.YMin) })
	list := make([]Row, len(beside))
	for i, w := range beside {
		starts := map[int]int{} // units by the day that they start on
		if n, err := strconv.Atoi(w.Text); err == nil {
			starts[today] = n
		}
		for _, b := range below {
			if b.YMin > w.YMin && (i+1 == len(beside) || b.YMin < beside[i+1].YMin) {
				n, _ := strconv.Atoi(b.Text)
				starts[1+int((b.XMin-left)/step)] = n
			}
		}
		list[i] = Row{Beside: w.Text, Days: make([]int, len(head))}
		units := Unknown
		for day := range list[i].Days {
			if n, found := starts[day+1]; found {
				units = n
			}
			list[i].Days[day] = units
		}
	}
	return list
}

// isUnits reports whether a text is a number, a range of numbers or a dash.
func isUnits(text string) bool {
	return !slices.ContainsFunc([]rune(text), func(r rune) bool { return r != '–' && (r < '0' || r > '9') })
}

func middle(w pdftest.Word) float64 { return (w.XMin + w.XMax) / 2 }

func abs(f float64) float64 { return max(f, -f) }
