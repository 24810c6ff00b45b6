package factsheet

import (
	"slices"
	"strings"

	"allot/internal/content/facts"
	"allot/internal/platform/pdf"
)

// startOf is how much of a section is kept on the page of its heading, in millimetres.
const startOf = 40.0

// Boxes of the photos beside a room, in millimetres.
const (
	roomPhotoWidth  = 44.0
	roomPhotoHeight = 32.0
)

// besidePhotos is the longest text that fits well in the narrow column beside photos.
const besidePhotos = 350

// headings lists, by category, the fields that make up the heading of a record.
var headings = map[string][]string{
	"contacts":          {"department", "person"},
	facts.CategoryRooms: {"name", "code"},
	"board_types":       {"code", "name"},
	"restaurants":       {"name", "type"},
	"bars":              {"name", "type"},
	"pools":             {"name", "kind"},
	"meeting_rooms":     {"name"},
}

// elsewhere lists, by category, the fields that the first page shows.
var elsewhere = map[string][]string{
	"general": {"short_description", "long_description"},
}

// sections draws every category that has facts, in the order of the catalogue.
func (w *writer) sections() error {
	w.doc.Space(2)
	for _, c := range w.catalogue.Categories() {
		entries := w.entries(c)
		if len(entries) == 0 {
			continue
		}
		var err error
		switch {
		case !c.IsArray():
			w.doc.KeepStart(startOf, func(d *pdf.Doc) {
				w.heading(d, c.TitleIn(w.Language))
				sortLines(c, entries[0].lines).draw(d)
			})
		case c.Key == "distances":
			w.table(c, entries)
		default:
			err = w.blocks(c, entries)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entry is a record as labelled lines.
type entry struct {
	id    int64
	lines []facts.Line
}

func (w *writer) entries(c *facts.Category) []entry {
	var out []entry
	for _, e := range w.Facts[c.Key] {
		lines := slices.DeleteFunc(c.DescribeTo(w.Language, w.Format, e.Data), func(l facts.Line) bool {
			return slices.Contains(elsewhere[c.Key], l.Key)
		})
		if c.Key == "distances" {
			w.shortenDistance(lines, e.Data)
		}
		if len(lines) > 0 {
			out = append(out, entry{e.ID, lines})
		}
	}
	return out
}

func (w *writer) shortenDistance(lines []facts.Line, r facts.Record) {
	for i := range lines {
		if lines[i].Key == "distance" {
			lines[i].Value = w.distance(r)
		}
	}
}

// heading draws the heading of a section and adds it to the bookmarks.
func (w *writer) heading(d *pdf.Doc, title string) {
	d.Heading(2, title)
	d.Raw().Bookmark(pdf.Clean(title), 1, d.Raw().GetY()-10)
}

// blocks draws one block for each record and keeps it on one page.
func (w *writer) blocks(c *facts.Category, entries []entry) error {
	for i, e := range entries {
		name, rest := split(c, e.lines)
		content := sortLines(c, rest)
		draw := content.draw
		if c.Key == facts.CategoryRooms {
			photos, err := figures(w.plan.rooms[e.id], roomPixels)
			if err != nil {
				return err
			}
			draw = func(d *pdf.Doc) { content.drawRoom(d, photos) }
		}
		w.doc.Keep(func(d *pdf.Doc) {
			if i == 0 {
				w.heading(d, c.TitleIn(w.Language))
			}
			if name != "" {
				d.Heading(3, name)
			}
			draw(d)
		})
	}
	return nil
}

// split separates the lines that make up the heading of a record from the others.
func split(c *facts.Category, lines []facts.Line) (name string, rest []facts.Line) {
	parts := map[string]string{}
	for _, line := range lines {
		if slices.Contains(headings[c.Key], line.Key) {
			parts[line.Key] = line.Value
		} else {
			rest = append(rest, line)
		}
	}
	var names []string
	for _, key := range headings[c.Key] {
		names = append(names, filled(parts[key])...)
	}
	return strings.Join(names, " · "), rest
}

// table draws short records with the same fields as rows of one table.
func (w *writer) table(c *facts.Category, entries []entry) {
	var columns []string
	at := map[string]int{}
	for _, f := range c.Fields {
		for _, e := range entries {
			i := slices.IndexFunc(e.lines, func(l facts.Line) bool { return l.Key == f.Key })
			if i >= 0 {
				at[f.Key] = len(columns)
				columns = append(columns, plainLabel(e.lines[i].Label))
				break
			}
		}
	}
	rows := make([][]string, len(entries))
	for i, e := range entries {
		rows[i] = make([]string, len(columns))
		for _, line := range e.lines {
			rows[i][at[line.Key]] = line.Value
		}
	}
	w.doc.KeepStart(2*startOf, func(d *pdf.Doc) {
		w.heading(d, c.TitleIn(w.Language))
		d.SmallTable(columns, rows)
	})
}
