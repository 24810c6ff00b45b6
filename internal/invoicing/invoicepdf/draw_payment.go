package invoicepdf

import (
	"fmt"
	"image/color"

	"github.com/boombuler/barcode/qr"

	"allot/internal/platform/pdf"
)

const (
	codeSize   = 34.0 // with the white border that readers need
	codeBorder = 4    // in modules
	labelWidth = 36.0
)

// pay draws how to pay: the terms, the account, and the code at the right.
func (w *writer) pay() {
	width := w.doc.Width()
	if w.Payment.Code != "" {
		width -= codeSize + partyGap
	}
	lines := w.paymentLines(width)
	if len(lines) == 0 && w.Payment.Code == "" {
		return
	}
	text := []column{{w.left, append(w.caption(w.Payment.Title), lines...)}}
	w.doc.Space(2 * blockGap)
	w.keep(heightOf(text))
	if w.Payment.Code != "" {
		w.keep(codeSize + captionSize*leading)
	}
	f := w.doc.Raw()
	top, page := f.GetY(), f.PageNo()
	if w.Payment.Code != "" {
		w.code(w.left+w.doc.Width()-codeSize, top)
	}
	f.SetY(top)
	w.columns(text...)
	if end := top + codeSize + captionSize*leading; w.Payment.Code != "" && f.PageNo() == page && f.GetY() < end {
		f.SetY(end)
	}
}

// keep starts a new page for what fits on one, but not on the rest of this one.
func (w *writer) keep(height float64) {
	_, top, _, _ := w.doc.Raw().GetMargins()
	if full := w.doc.Room() + w.doc.Raw().GetY() - top; height > w.doc.Room() && height <= full {
		w.doc.Break()
	}
}

func (w *writer) paymentLines(width float64) []line {
	plain := line{size: textSize, ink: pdf.Ink}
	lines := w.wrap(w.Payment.Terms, span{width: width}, plain)
	lines = append(lines, gapAbove(w.wrap(w.Payment.Bank, span{width: width}, plain))...)
	for i, fact := range w.Payment.Account {
		value := w.wrap(fact.Value, span{x: labelWidth, width: width - labelWidth}, plain)
		value[0].spans = append(value[0].spans, span{text: w.doc.Cut(fact.Label, labelWidth), width: labelWidth})
		if i == 0 {
			value = gapAbove(value)
		}
		lines = append(lines, value...)
	}
	return lines
}

func gapAbove(lines []line) []line {
	if len(lines) > 0 {
		lines[0].gap = sumGap
	}
	return lines
}

// code draws the QR code as rectangles, one for each run of black modules in a row.
func (w *writer) code(x, y float64) {
	f := w.doc.Raw()
	code, err := qr.Encode(w.Payment.Code, qr.M, qr.Unicode)
	if err != nil {
		f.SetError(fmt.Errorf("payment code: %w", err))
		return
	}
	n := code.Bounds().Dx()
	module := codeSize / float64(n+2*codeBorder)
	f.SetFillColor(0, 0, 0)
	for row := range n {
		for from := 0; from < n; from++ {
			to := from
			for to < n && code.At(to, row) == color.Black {
				to++
			}
			if to > from {
				f.Rect(x+float64(from+codeBorder)*module, y+float64(row+codeBorder)*module, float64(to-from)*module, module, "F")
			}
			from = to
		}
	}
	w.doc.Font(pdf.Regular, captionSize)
	w.doc.Ink(pdf.Muted)
	w.text(x, y+codeSize-module, codeSize, captionSize*leading, alignCenter, w.doc.Cut(w.Payment.Caption, codeSize))
	w.doc.Ink(pdf.Ink)
}
