package facts

import (
	"maps"
	"slices"
	"strings"

	"allot/internal/platform/lang"
)

// Line is one fact as a label and a text. Exactly one of Value and Table is set.
type Line struct {
	Key   string // of the field
	Label string
	Value string
	Long  bool   // running text: a paragraph rather than a cell
	Table *Table // a list of things with several facts each, such as beds
}

// Table is a small table without its empty columns.
type Table struct {
	Columns []string
	Rows    [][]string
}

// longText is the length from which a text does not fit a cell.
const longText = 120

// Describe returns a record as labelled lines, in the order of the sheet and in a language as
// for Schema. Texts of the hotel are in that language, else in English, else in any; empty
// fields are left out.
func (c *Category) Describe(tag string, r Record) []Line { return c.describe(c.labels.in(tag), r) }

// DescribeTo is Describe with days and numbers as a reader has them.
func (c *Category) DescribeTo(tag string, reader lang.Format, r Record) []Line {
	labels := c.labels.in(tag)
	labels.format = reader
	return c.describe(labels, r)
}

func (c *Category) describe(labels *labelSet, r Record) []Line {
	var out []Line
	for _, f := range c.Fields {
		v := r[f.Key]
		if !filled(v) {
			continue
		}
		line := Line{Key: f.Key, Label: labels.heading(f)}
		if f.Type == TypeList && f.Item.Type == TypeObject && f.Item.Def == "" {
			line.Table = labels.table(f.Item.Fields, v)
		} else {
			line.Value = labels.value(f, v)
			line.Long = f.Type == TypeI18n && f.MaxLength > longText || len(line.Value) > 2*longText
		}
		out = append(out, line)
	}
	return out
}

// heading returns the title with the unit of counted things, as in "Theatre (persons)": beside
// the number the unit would need the right plural. Units of measure are written beside the
// number, and a title that contains the unit does not repeat it.
func (x *labelSet) heading(f *Field) string {
	title, unit := x.title(f), x.unit(f)
	if unit == "" || f.Unit == "year" || measures[f.Unit] ||
		strings.Contains(strings.ToLower(title), strings.ToLower(unit)) {
		return title
	}
	return title + " (" + unit + ")"
}

func (x *labelSet) table(fields []*Field, v any) *Table {
	list, _ := v.([]any)
	t := &Table{Rows: make([][]string, len(list))}
	for _, f := range fields {
		cells, any := make([]string, len(list)), false
		for i, e := range list {
			m, _ := asObject(e)
			if filled(m[f.Key]) {
				cells[i], any = x.value(f, m[f.Key]), true
			}
		}
		if !any {
			continue
		}
		t.Columns = append(t.Columns, x.heading(f))
		for i := range t.Rows {
			t.Rows[i] = append(t.Rows[i], cells[i])
		}
	}
	return t
}

// plain returns a value of any type on one line, for lists of changes.
func (x *labelSet) plain(f *Field, v any) string {
	if !filled(v) {
		return ""
	}
	list, ok := v.([]any)
	if !ok || f.Item == nil || f.Item.Type != TypeObject || f.Item.Def != "" {
		return x.value(f, v)
	}
	var entries []string
	for _, e := range list {
		m, _ := asObject(e)
		var parts []string
		for _, g := range f.Item.Fields {
			if filled(m[g.Key]) {
				parts = append(parts, x.title(g)+" "+x.value(g, m[g.Key]))
			}
		}
		entries = append(entries, strings.Join(parts, ", "))
	}
	return strings.Join(entries, "; ")
}

// textIn returns the text in the wanted language, else in its base (de for de-AT), else in the
// language of the labels, else in English, else the first.
func (x *labelSet) textIn(texts map[string]any) string {
	base, _, _ := strings.Cut(x.wanted, "-")
	first := []string{x.wanted, base, x.lang, "en"}
	for _, lang := range append(first, slices.Sorted(maps.Keys(texts))...) {
		if s, ok := texts[lang].(string); ok && strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}
