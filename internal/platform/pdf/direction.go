package pdf

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// cell draws one line of text.
func (d *Doc) cell(width, height float64, line string, next int, align string) {
	d.f.CellFormat(width, height, visual(line), "", next, align, false, 0, "")
}

// visual returns the characters of one line in the order in which they stand from left to right.
// The PDF library draws them in this order, so Hebrew has to be turned around.
func visual(line string) string {
	if !strings.ContainsFunc(line, rightToLeft) {
		return line
	}
	whole := startsRightToLeft(line)
	var p bidi.Paragraph
	if _, err := p.SetString(markBrackets(line, whole)); err != nil {
		return line
	}
	runs, err := p.Order()
	if err != nil {
		return line
	}
	pieces := piecesOf(&runs)
	if whole {
		slices.Reverse(pieces)
	} else {
		reverseInside(pieces)
	}
	var out strings.Builder
	for _, p := range pieces {
		if p.backwards {
			out.WriteString(bidi.ReverseString(p.text))
		} else {
			out.WriteString(p.text)
		}
	}
	return marks.Replace(out.String())
}

// Marks that no text has, because Clean removes them.
const (
	leftMark  = "\u200e"
	rightMark = "\u200f"
)

var marks = strings.NewReplacer(leftMark, "", rightMark, "")

// markBrackets marks the direction of pairs of brackets, by rule N0 of the Unicode algorithm, which
// the library does not apply: as the line, if there is text of that direction inside or none of the
// other before.
func markBrackets(line string, whole bool) string {
	runes := []rune(line)
	before := make([]string, len(runes)+1)
	var open []int
	for i, r := range runes {
		switch r {
		case '(', '[':
			open = append(open, i)
		case ')', ']':
			if len(open) == 0 {
				continue
			}
			from := open[len(open)-1]
			open = open[:len(open)-1]
			if mark := markOf(runes, from, i, whole); mark != "" {
				before[from] += mark
				before[i+1] += mark
			}
		}
	}
	var out strings.Builder
	for i, r := range runes {
		out.WriteString(before[i])
		out.WriteRune(r)
	}
	out.WriteString(before[len(runes)])
	return out.String()
}

// markOf returns the mark of the brackets at two places; none if no letter is between them.
func markOf(runes []rune, from, to int, whole bool) string {
	same, other := leftMark, rightMark
	if whole {
		same, other = other, same
	}
	inside := ""
	for _, r := range runes[from+1 : to] {
		switch markFor(r) {
		case same:
			return same
		case other:
			inside = other
		}
	}
	if inside == "" {
		return ""
	}
	for i := from - 1; i >= 0; i-- {
		if mark := markFor(runes[i]); mark != "" {
			return mark
		}
	}
	return same
}

// markFor returns the mark of a letter's direction; none for what has no direction.
func markFor(r rune) string {
	switch {
	case rightToLeft(r):
		return rightMark
	case class(r) == bidi.L:
		return leftMark
	}
	return ""
}

// piece is a part of a line with one direction.
type piece struct {
	text      string
	backwards bool
	inside    bool // is part of text that runs from right to left: that itself, or a number in it
}

// piecesOf returns the runs of a line in the order in which they are read. A number after Hebrew
// belongs to it, but the library joins it to Latin text that follows.
func piecesOf(runs *bidi.Ordering) []piece {
	var list []piece
	for i := range runs.NumRuns() {
		run := runs.Run(i)
		text := run.String()
		if run.Direction() == bidi.RightToLeft {
			list = append(list, piece{text, true, true})
			continue
		}
		if i > 0 {
			if n := numberAt(text); n > 0 {
				list = append(list, piece{text[:n], false, true})
				text = text[n:]
			}
		}
		if text != "" {
			list = append(list, piece{text, false, false})
		}
	}
	return list
}

// numberAt returns how many bytes at the beginning of a text are a number, with its separators and
// signs.
func numberAt(text string) int {
	end := 0
	for i, r := range text {
		switch class(r) {
		case bidi.EN, bidi.AN, bidi.ET:
			end = i + len(string(r))
		case bidi.ES, bidi.CS, bidi.NSM:
		default:
			return end
		}
	}
	return end
}

// reverseInside turns around each sequence of pieces that runs from right to left.
func reverseInside(pieces []piece) {
	for from := 0; from < len(pieces); from++ {
		to := from
		for to < len(pieces) && pieces[to].inside {
			to++
		}
		slices.Reverse(pieces[from:to])
		from = to
	}
}

// startsRightToLeft reports whether the first letter of a line runs from right to left, and so the
// line as a whole.
func startsRightToLeft(line string) bool {
	i := strings.IndexFunc(line, func(r rune) bool { return class(r) == bidi.L || rightToLeft(r) })
	return i >= 0 && strings.IndexFunc(line[i:], rightToLeft) == 0
}

func rightToLeft(r rune) bool { return class(r) == bidi.R || class(r) == bidi.AL }

func class(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}
