package chart

// Part is where a month's table stands.
type Part struct {
	Month, Page, From, To int
	Y, End, Row           float64
}

// The sizes that a layout keeps to.
const (
	LowestRow  = lowestRow
	HighestRow = highestRow
)

// AllWords are the words of the document by language.
var AllWords = allWords

// Layout is that of pages on which months may stand from top to bottom, on the
// first page from first.
func Layout(months, rooms int, first, top, bottom float64) []Part {
	var parts []Part
	for _, p := range layout(months, rooms, frame{first: first, top: top, bottom: bottom}) {
		parts = append(parts, Part{p.month, p.page, p.from, p.to, p.y, p.y + p.height(), p.row})
	}
	return parts
}
