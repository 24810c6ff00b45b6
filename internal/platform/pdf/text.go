package pdf

import "strings"

const (
	bodySize = 10.0
	// leading is the line height in millimetres for each point of size.
	leading = 0.48
)

// Heading writes a title of level 1 to 3, never alone at the end of a page. Level
// 2 opens a section and has a rule below.
func (d *Doc) Heading(level int, text string) {
	sizes := [...]float64{18, 13, 11}
	size := sizes[min(max(level, 1), len(sizes))-1]
	d.Font(Bold, size)
	lines := d.Wrap(text, d.Width())
	const firstLines = 2 * bodySize * leading
	if d.f.GetY() > marginTop {
		d.Space(size * 0.25)
	}
	d.need(float64(len(lines))*size*leading + size*0.12 + firstLines)
	d.Ink(Ink)
	if level == 2 {
		d.Ink(Accent)
	}
	d.lines(lines, size)
	d.Ink(Ink)
	if level == 2 {
		d.rule(Accent, d.f.GetY(), d.Width())
	}
	d.Space(size * 0.12)
}

// Paragraph writes running text. Line ends in it stay.
func (d *Doc) Paragraph(text string) { d.Text(Regular, bodySize, text) }

// Text is Paragraph with a style and a size in points.
func (d *Doc) Text(style Style, size float64, text string) {
	d.Font(style, size)
	d.lines(d.Wrap(text, d.Width()), size)
	d.Space(size * 0.2)
}

// lines writes lines that fit the width and starts pages as needed. Neither the
// first nor the last of several lines stays alone on a page.
func (d *Doc) lines(lines []string, size float64) {
	height := size * leading
	for i, line := range lines {
		together := 1
		switch left := len(lines) - i; {
		case i == 0:
			together = min(left, 2)
			if left == 3 {
				together = 3
			}
		case left == 2:
			together = 2
		}
		d.need(float64(together) * height)
		d.f.SetX(marginSide)
		d.cell(d.Width(), height, line, 1, "L")
	}
}

// Wrap breaks a text into lines of the current font that fit the width.
func (d *Doc) Wrap(text string, width float64) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(Clean(text), " \n"), "\n") {
		lines = append(lines, d.wrapLine(strings.Fields(line), width)...)
	}
	return lines
}

func (d *Doc) wrapLine(words []string, width float64) []string {
	var lines []string
	current := ""
	for _, word := range words {
		longer := strings.TrimPrefix(current+" "+word, " ")
		if d.f.GetStringWidth(longer) <= width {
			current = longer
			continue
		}
		if current != "" {
			lines = append(lines, current)
		}
		var full []string
		full, current = d.split(word, width)
		lines = append(lines, full...)
	}
	return append(lines, current)
}
