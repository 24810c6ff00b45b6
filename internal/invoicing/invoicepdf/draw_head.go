package invoicepdf

import (
	"strings"

	"allot/internal/platform/pdf"
)

// head draws the logo or the name at the left, title, number and mark at the right.
func (w *writer) head(data []byte) {
	half := (w.doc.Width() - partyGap) / 2
	var left []line
	height := headHeight
	if l, ok := newLogo(data); ok {
		w.doc.Raw().SetY(headTop)
		w.doc.Image(l.data, l.width, l.height)
		height = max(height, l.height)
	} else {
		left = w.wrap(w.Name, span{width: half}, line{style: pdf.Bold, size: nameSize, ink: w.colors.text})
	}
	w.doc.Raw().SetY(headTop)
	w.columns(column{w.left, left}, column{w.left + half + partyGap, w.title(half)})
	if w.doc.Raw().PageNo() == 1 && w.doc.Raw().GetY() < headTop+height {
		w.doc.Raw().SetY(headTop + height)
	}
	w.doc.Space(blockGap)
}

func (w *writer) title(width float64) []line {
	at := span{width: width, align: right}
	lines := w.wrap(w.Title, at, line{style: pdf.Bold, size: titleSize, ink: w.colors.text})
	lines = append(lines, w.wrap(w.Number, at, line{style: pdf.Bold, size: numberSize, ink: pdf.Ink})...)
	if w.Mark != "" {
		at.text = w.Mark
		lines = append(lines, line{spans: []span{at}, style: pdf.Bold, size: markSize, ink: w.colors.mark, gap: 2, framed: true})
	}
	return lines
}

// parties draws buyer and seller beside each other.
func (w *writer) parties() {
	half := (w.doc.Width() - partyGap) / 2
	w.columns(
		column{w.left, w.party(w.Buyer, half)},
		column{w.left + half + partyGap, w.party(w.Seller, half)},
	)
	w.doc.Space(blockGap)
}

func (w *writer) party(p party, width float64) []line {
	at := span{width: width}
	lines := w.wrap(p.Caption, at, line{size: captionSize, ink: w.colors.text})
	lines = append(lines, w.wrap(p.Name, at, line{style: pdf.Bold, size: partyName, ink: pdf.Ink})...)
	lines = append(lines, w.wrap(strings.Join(p.Lines, "\n"), at, line{size: partySize, ink: pdf.Ink})...)
	details := w.wrap(strings.Join(p.Details, "\n"), at, line{size: detailSize, ink: pdf.Muted})
	if len(details) > 0 {
		details[0].gap = 1
	}
	return append(lines, details...)
}
