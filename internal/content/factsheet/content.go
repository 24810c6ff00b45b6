package factsheet

import (
	"strings"
	"unicode/utf8"

	"allot/internal/content/facts"
	"allot/internal/platform/pdf"
)

// content is a record split by how it is drawn.
type content struct {
	short  []pdf.Fact
	tables []facts.Line // lists of things, such as beds
	texts  []facts.Line // written by the hotel
}

func sortLines(c *facts.Category, lines []facts.Line) content {
	var out content
	for _, line := range lines {
		switch field, _ := c.Field(line.Key); {
		case line.Table != nil:
			out.tables = append(out.tables, line)
		case line.Long && field.Type == facts.TypeI18n:
			out.texts = append(out.texts, line)
		default: // a long list is still a fact
			out.short = append(out.short, pdf.Fact{Label: plainLabel(line.Label), Value: line.Value})
		}
	}
	return out
}

func (c content) draw(d *pdf.Doc) {
	if len(c.short) > 0 {
		d.Facts(c.short)
	}
	drawTables(d, c.tables)
	drawTexts(d, c.texts)
}

// drawRoom draws tables and short texts beside the photos; long texts go below the facts, where
// lines are wide.
func (c content) drawRoom(d *pdf.Doc, photos []pdf.Figure) {
	texts := c.texts
	first := 0
	for first < len(texts) && utf8.RuneCountInString(texts[first].Value) <= besidePhotos {
		first++
	}
	d.Beside(photos, roomPhotoWidth, roomPhotoHeight, func(d *pdf.Doc) {
		for _, line := range texts[:first] {
			d.Text(pdf.Regular, textSize, line.Value)
		}
		drawTables(d, c.tables)
	})
	content{short: c.short, texts: texts[first:]}.draw(d)
}

func drawTables(d *pdf.Doc, tables []facts.Line) {
	for _, line := range tables {
		d.KeepStart(startOf/2, func(d *pdf.Doc) {
			caption(d, line.Label)
			d.SmallTable(line.Table.Columns, line.Table.Rows)
		})
	}
}

func drawTexts(d *pdf.Doc, texts []facts.Line) {
	for _, line := range texts {
		d.KeepStart(startOf/2, func(d *pdf.Doc) {
			caption(d, line.Label)
			d.Text(pdf.Regular, textSize, line.Value)
		})
	}
}

const (
	textSize    = 9.0
	captionSize = 8.5
)

func caption(d *pdf.Doc, text string) {
	d.Space(1)
	d.Ink(pdf.Muted)
	d.Text(pdf.Bold, captionSize, plainLabel(text))
	d.Ink(pdf.Ink)
}

// plainLabel removes the hint on how to fill a field, as in "Opening periods (empty = open all
// year)".
func plainLabel(label string) string {
	start := strings.LastIndex(label, " (")
	if start > 0 && strings.HasSuffix(label, ")") && strings.Contains(label[start:], " = ") {
		return label[:start]
	}
	return label
}
