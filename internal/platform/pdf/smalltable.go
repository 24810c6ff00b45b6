package pdf

import (
	"slices"
	"strings"
)

// smallGutter keeps columns apart that are only as wide as their texts.
const smallGutter = 1.5

// SmallTable writes rows under a header that repeats on every page. Columns are
// as wide as their texts; together they are no wider than the text area. It
// refuses rows that do not have a cell for each title.
func (d *Doc) SmallTable(titles []string, rows [][]string) {
	t := table{Doc: d, size: factSize, padding: factPad}
	for _, title := range titles {
		t.columns = append(t.columns, column{title: title, gutter: smallGutter})
	}
	if err := t.check(rows); err != nil {
		d.f.SetError(err)
		return
	}
	t.widths = t.natural(rows, oneLine)
	if t.width() > d.Width() { // titles may wrap before texts do
		t.widths = t.natural(rows, longestWord)
	}
	loosen(t.widths, d.Width())
	squeeze(t.widths, d.Width())
	t.write(rows)
}

// natural returns the width of each column if no cell wraps, nor the part of the
// title that the function title returns.
func (t *table) natural(rows [][]string, title func(string) string) []float64 {
	widths := make([]float64, len(t.columns))
	add := func(style Style, i int, text string) {
		t.Font(style, t.size)
		widths[i] = max(widths[i], t.f.GetStringWidth(oneLine(Clean(text)))+2*t.padding+smallGutter+roundingError)
	}
	for i, text := range t.columnTitles() {
		add(Bold, i, title(text))
		for _, row := range rows {
			add(Regular, i, row[i])
		}
	}
	return widths
}

func longestWord(text string) string {
	longest := ""
	for word := range strings.FieldsSeq(text) {
		if len(word) > len(longest) {
			longest = word
		}
	}
	return longest
}

// loosen widens the columns if there is room left.
func loosen(widths []float64, room float64) {
	const most = 4.0
	for _, w := range widths {
		room -= w
	}
	for i := range widths {
		widths[i] += max(0, min(most, room/float64(len(widths))))
	}
}

// squeeze makes the widest columns narrower until all fit. A column that needs
// less than an equal share of the room keeps what it needs.
func squeeze(widths []float64, room float64) {
	left := room
	for i, narrowest := range slices.Sorted(slices.Values(widths)) {
		limit := left / float64(len(widths)-i)
		if narrowest > limit {
			for i := range widths {
				widths[i] = min(widths[i], limit)
			}
			return
		}
		left -= narrowest
	}
}
