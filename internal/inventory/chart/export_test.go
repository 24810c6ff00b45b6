package chart

// Part is where a month's table stands.
type Part struct {
	Month, Page, From, To int
	Y, End, Row           float64 // Row is the height of the first one
}

// The sizes that a layout keeps to.
const (
	LowestRow  = lowestStep * rowStep
	HighestRow = highestStep * rowStep
	TallestRow = tallestStep * rowStep
)

// Past is what days before today are drawn as.
const Past = past

// AllTexts are the texts of the document by language.
var AllTexts = allTexts

// Layout is that of pages on which months may stand from top to bottom, on the
// first page from first. Every row is extra millimetres higher than usual in a
// month that high names.
func Layout(months, rooms int, high func(month, room int) float64, first, top, bottom float64) []Part {
	of := func(month, step int) []float64 {
		rows := make([]float64, rooms)
		for room := range rows {
			rows[room] = float64(step)*rowStep + high(month, room)
		}
		return rows
	}
	var parts []Part
	for _, p := range layout(months, rooms, of, frame{first: first, top: top, bottom: bottom}) {
		parts = append(parts, Part{p.month, p.page, p.from, p.to, p.y, p.y + p.height(), p.rows[0]})
	}
	return parts
}
