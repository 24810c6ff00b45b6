package chart

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
	"allot/internal/platform/pdf"
)

// Mark is the availability of a room on a day.
type Mark uint8

// The marks. Open is the normal case and is not drawn.
const (
	Open Mark = iota
	Free
	OnRequest
	Stop // also for closed days: the reader cannot book in both cases
	Blocked

	// past is set by the package itself for days before today, whatever their
	// mark.
	past

	markCount = int(past) + 1
)

// Chart is the content of the document.
type Chart struct {
	Property string
	Company  string
	Calendar string // its name
	Kind     string // of the calendar, in the reader's language
	// Logos in the order of preference, as they are stored: that of the
	// property, that of the company. The first PNG or JPEG is drawn.
	Logos       [][]byte
	Window      civil.Range // whole months: see Span
	Rooms       []Room
	Format      lang.Format // the reader's: required
	Timezone    string      // of the property, for the time that is printed
	GeneratedAt time.Time
}

// Room is one room type with a mark for every day of the window.
type Room struct {
	Name string
	// Units are those of every day of the window, nil on a calendar that has no
	// numbers.
	Units []int
	Days  []Mark
}

// check reports programming errors in the input.
func (c Chart) check() error {
	w := c.Window
	if !w.Valid() || w != wholeMonths(w) || len(monthsOf(w)) > maxMonths {
		return fmt.Errorf("window %s to %s is not 1 to %d whole months", w.From, w.To, maxMonths)
	}
	for _, room := range c.Rooms {
		if len(room.Days) != w.Days() {
			return fmt.Errorf("room %q has %d days in a window of %d", room.Name, len(room.Days), w.Days())
		}
		if room.Units != nil && len(room.Units) != w.Days() {
			return fmt.Errorf("room %q has units of %d days in a window of %d", room.Name, len(room.Units), w.Days())
		}
		if len(room.Days) > 0 && slices.Max(room.Days) >= past {
			return fmt.Errorf("room %q has mark %d, which does not exist", room.Name, slices.Max(room.Days))
		}
	}
	return nil
}

// title returns the name and kind of the calendar.
func (c Chart) title() string { return joined(c.Calendar, c.Kind) }

// writer holds the state of a document while it is written.
type writer struct {
	Chart
	texts  texts
	months []civil.Range
	today  civil.Date // where the property is
	doc    *pdf.Doc
	left   float64 // where the text area starts
	// changing reports whether the units of a room change inside a month.
	changing bool
}

// Write draws the chart.
func Write(out io.Writer, c Chart) error {
	if err := c.check(); err != nil {
		return fmt.Errorf("chart of %q: %w", c.title(), err)
	}
	w := &writer{Chart: c, texts: allTexts[c.Format.Language], months: monthsOf(c.Window)}
	w.doc = pdf.New(pdf.Options{
		Landscape: true, Title: joined(c.Property, c.title()), Author: c.Company,
		Language: c.Format.Language, Created: c.GeneratedAt,
	})
	w.left, _, _, _ = w.doc.Raw().GetMargins()
	if err := w.running(); err != nil {
		return fmt.Errorf("chart of %q: %w", c.title(), err)
	}
	w.changing = w.changesAnywhere()
	w.head()
	w.draw()
	if _, err := w.doc.WriteTo(out); err != nil {
		return fmt.Errorf("chart of %q: %w", c.title(), err)
	}
	return nil
}

// running sets the header and footer of the pages. The first page has a head of
// its own.
func (w *writer) running() error {
	there, err := civil.In(w.GeneratedAt, w.Timezone)
	if err != nil {
		return err
	}
	w.today = civil.Of(there)
	w.doc.SetHeader(w.title(), w.texts.period(w.Window))
	w.doc.HeaderFrom(2)
	company := w.Company
	if company == w.Property { // a hotel and its company often have one name
		company = ""
	}
	w.doc.SetFooter(joined(w.Property, company), func(page, total int) string {
		return lang.Fill(w.texts.Page, "page", strconv.Itoa(page), "total", strconv.Itoa(total))
	})
	w.doc.SetSubFooter(w.timestamp(there), w.texts.MadeWith)
	return nil
}

const separator = " · "

// joined joins the texts that are not empty.
func joined(texts ...string) string {
	texts = slices.DeleteFunc(texts, func(t string) bool { return strings.TrimSpace(t) == "" })
	return strings.Join(texts, separator)
}
