package factsheet

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"allot/internal/facts"
	"allot/internal/platform/pdf"
	"allot/internal/property"
)

// Sheet is everything that the document shows.
type Sheet struct {
	Property    property.Property
	Company     string
	Facts       facts.Sheet
	Photos      []Photo                       // in the order of the gallery
	Logo        func() (io.ReadCloser, error) // nil: none
	Version     int
	PublishedAt time.Time
	Draft       bool   // every page says so; there is no version then
	Language    string // of the words en, de, tr, el or the nearest; of the hotel's texts any
	GeneratedAt time.Time
}

// writer is a document under way.
type writer struct {
	Sheet
	catalogue *facts.Catalogue
	words     words
	plan      plan
	doc       *pdf.Doc
}

// Write draws the sheet. Photos are decoded one after the other; what is kept
// until the end is their small form inside the document.
func Write(w io.Writer, c *facts.Catalogue, s Sheet) error {
	s.Facts = s.Facts.ForPartners() // a sheet on paper goes anywhere
	out := &writer{Sheet: s, catalogue: c, words: wordsIn(s.Language), plan: planPhotos(s)}
	out.doc = pdf.New(pdf.Options{
		Title: s.Property.Name + " – " + out.words.FactSheet, Author: s.Company,
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

// running is what every page says. The first one has the name in large letters
// and needs no header.
func (w *writer) running() error {
	if !w.Draft && (w.Version == 0 || w.PublishedAt.IsZero()) {
		return errors.New("it is no draft, so it needs a version and the time of its publication")
	}
	at := w.PublishedAt
	if w.Draft {
		at = w.GeneratedAt
		w.doc.SetMark(w.words.Draft)
	}
	date, err := w.words.date(at, w.Property.Timezone)
	if err != nil {
		return err
	}
	state := fill(w.words.Version, "version", strconv.Itoa(w.Version), "date", date)
	if w.Draft {
		state = fill(w.words.DraftOf, "date", date)
	}
	w.doc.SetHeader(w.Property.Name, w.words.FactSheet)
	w.doc.HeaderFrom(2)
	w.doc.SetFooter(w.Company, func(page, total int) string {
		return fill(w.words.Page, "page", strconv.Itoa(page), "total", strconv.Itoa(total))
	})
	w.doc.SetSubFooter(state, w.words.MadeWith)
	return nil
}
