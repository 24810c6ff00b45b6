package factsheet

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/platform/lang"
	"allot/internal/platform/pdf"
)

// Sheet is the content of the document.
type Sheet struct {
	Property    property.Property
	Company     string
	Facts       facts.Sheet
	Photos      []Photo                       // in the order of the gallery
	Logo        func() (io.ReadCloser, error) // nil: none
	Version     int
	PublishedAt time.Time
	Draft       bool        // every page is marked as draft; there is no version
	Language    string      // labels use the nearest offered language, the hotel's texts any
	Format      lang.Format // the reader's: required
	GeneratedAt time.Time
}

// writer draws one document.
type writer struct {
	Sheet
	catalogue *facts.Catalogue
	texts     texts
	plan      plan
	doc       *pdf.Doc
}

// Write draws the sheet. It decodes one photo at a time and keeps only the scaled-down ones.
func Write(w io.Writer, c *facts.Catalogue, s Sheet) error {
	s.Facts = s.Facts.ForPartners() // a printed sheet can be passed on to anybody
	out := &writer{Sheet: s, catalogue: c, texts: textsIn(s.Format), plan: planPhotos(s)}
	out.doc = pdf.New(pdf.Options{
		Title: s.Property.Name + " – " + out.texts.FactSheet, Author: s.Company,
		Language: s.Language, Created: s.GeneratedAt,
	})
	for _, part := range []func() error{out.running, out.cover, out.sections, out.gallery} {
		if err := part(); err != nil {
			return fmt.Errorf("fact sheet of property %d: %w", s.Property.ID, err)
		}
	}
	if _, err := out.doc.WriteTo(w); err != nil {
		return fmt.Errorf("fact sheet of property %d: %w", s.Property.ID, err)
	}
	return nil
}

// running sets the header and footer. The first page has no header, because it has the name in
// large letters.
func (w *writer) running() error {
	if !w.Draft && (w.Version == 0 || w.PublishedAt.IsZero()) {
		return errors.New("it is no draft, so it needs a version and the time of its publication")
	}
	at := w.PublishedAt
	if w.Draft {
		at = w.GeneratedAt
		w.doc.SetMark(w.texts.Draft)
	}
	date, err := w.texts.date(at, w.Property.Timezone)
	if err != nil {
		return err
	}
	state := lang.Fill(w.texts.Version, "version", strconv.Itoa(w.Version), "date", date)
	if w.Draft {
		state = lang.Fill(w.texts.DraftOf, "date", date)
	}
	w.doc.SetHeader(w.Property.Name, w.texts.FactSheet)
	w.doc.HeaderFrom(2)
	w.doc.SetFooter(w.Company, func(page, total int) string {
		return lang.Fill(w.texts.Page, "page", strconv.Itoa(page), "total", strconv.Itoa(total))
	})
	w.doc.SetSubFooter(state, w.texts.MadeWith)
	return nil
}
