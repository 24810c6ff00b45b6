package invoicepdf

import (
	"fmt"
	"strconv"
	"strings"

	"allot/internal/invoicing/document"
	"allot/internal/platform/pdf"
)

// Render prints a document as a PDF.
func Render(d document.Document, o Options) ([]byte, error) {
	doc := layOut(newSheet(d, o), o)
	out, err := doc.Bytes()
	if err != nil {
		return nil, fmt.Errorf("print document %q: %w", d.Number, err)
	}
	return out, nil
}

// writer places the texts of a sheet.
type writer struct {
	sheet
	doc    *pdf.Doc
	colors palette
	left   float64 // where the text area begins
	footer []string
}

// layOut draws the pages of a sheet.
func layOut(s sheet, o Options) *pdf.Doc {
	doc := pdf.New(pdf.Options{Title: s.heading(), Author: s.Seller.Name, Language: o.Format.Language, Created: o.Created})
	w := &writer{sheet: s, doc: doc, colors: newPalette(o.Look.PrimaryColor, o.Mark)}
	w.left, _, _, _ = doc.Raw().GetMargins()
	w.setRunning()
	w.head(o.Logo)
	w.parties()
	w.doc.Panel(s.Facts, factColumns)
	w.headerText()
	w.lines()
	w.columns(w.closing()...)
	w.note()
	w.pay()
	w.footers()
	return doc
}

// setRunning sets what repeats on every page, and keeps room for the footer text.
func (w *writer) setRunning() {
	heading := cut(w.heading(), runningLength)
	w.doc.SetHeader(cut(w.Seller.Name, runningLength), strings.Join(filled(heading, w.Mark), " · "))
	w.doc.HeaderFrom(2)
	w.doc.SetFooter(heading, func(page, total int) string { return strconv.Itoa(page) + " / " + strconv.Itoa(total) })
	if strings.TrimSpace(w.FooterText) == "" {
		return
	}
	w.doc.Font(pdf.Regular, footerSize)
	w.footer = w.doc.Wrap(w.FooterText, w.doc.Width())
	if len(w.footer) > footerLines {
		w.footer = append(w.footer[:footerLines-1], "…")
	}
	w.doc.Reserve(float64(len(w.footer)) * footerSize * leading)
}

func (w *writer) headerText() {
	if strings.TrimSpace(w.HeaderText) == "" {
		return
	}
	w.doc.Space(blockGap)
	w.doc.Text(pdf.Regular, textSize, w.HeaderText)
}

func (w *writer) note() {
	text := w.wrap(w.Note, span{width: w.doc.Width()}, line{size: textSize, ink: pdf.Ink})
	if len(text) == 0 {
		return
	}
	w.doc.Space(2 * blockGap)
	w.keep(min(heightOf([]column{{w.left, text}}), noteStart))
	w.columns(column{w.left, append(w.caption(w.NoteTitle), text...)})
}

// caption is the title of a block.
func (w *writer) caption(text string) []line {
	return w.wrap(text, span{width: w.doc.Width()}, line{style: pdf.Bold, size: textSize, ink: w.colors.text})
}

// footers draws the footer text of the hotel on every page, above the page number.
func (w *writer) footers() {
	if len(w.footer) == 0 {
		return
	}
	f := w.doc.Raw()
	_, height := f.GetPageSize()
	line := footerSize * leading
	top := height - footerAt - float64(len(w.footer))*line
	for page := 1; page <= f.PageCount(); page++ {
		f.SetPage(page)
		w.rule(pdf.Hairline, w.left, top-footerGap, w.doc.Width())
		w.doc.Font(pdf.Regular, footerSize)
		w.doc.Ink(pdf.Muted)
		for i, text := range w.footer {
			w.text(w.left, top+float64(i)*line, w.doc.Width(), line, alignCenter, text)
		}
	}
}
