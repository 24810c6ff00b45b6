package facts

import (
	"maps"
	"slices"
	"strings"
)

// Line is one fact in words. Exactly one of Value and Table is filled.
type Line struct {
	Key   string // of the field
	Label string
	Value string
	Long  bool   // running text: a paragraph rather than a cell
	Table *Table // a list of things with several facts each, such as beds
}

// Table is a small table; columns that no row fills are left out.
type Table struct {
	Columns []string
	Rows    [][]string
}

// longText is from where on a text no longer fits a cell.
const longText = 120

// Describe puts a record into words for people, in the order of the sheet and in
// a language as Schema finds it. Texts are taken in that language, else in
// English, else in any; what is not known is left out.
func (c *Category) Describe(lang string, r Record) []Line {
	lex := c.words.of(lang)
	var out []Line
	for _, f := range c.Fields {
		v := r[f.Key]
		if !filled(v) {
			continue
		}
		line := Line{Key: f.Key, Label: lex.heading(f)}
		if f.Type == TypeList && f.Item.Type == TypeObject && f.Item.Def == "" {
			line.Table = lex.table(f.Item.Fields, v)
		} else {
			line.Value = lex.value(f, v)
			line.Long = f.Type == TypeI18n && f.MaxLength > longText || len(line.Value) > 2*longText
		}
		out = append(out, line)
	}
	return out
}

// heading carries the unit of what is counted, as in "Theatre (persons)": next
// to the number it would need the right plural. Measures stand at the number,
// and a title that says the unit needs none.
func (x *lexicon) heading(f *Field) string {
	title, unit := x.title(f), x.unit(f)
	if unit == "" || f.Unit == "year" || measures[f.Unit] ||
		strings.Contains(strings.ToLower(title), strings.ToLower(unit)) {
		return title
	}
	return title + " (" + unit + ")"
}

func (x *lexicon) table(fields []*Field, v any) *Table {
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

// plain is a value of any shape on one line, for lists of changes.
func (x *lexicon) plain(f *Field, v any) string {
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

// textIn picks the wanted language, else its plain form (de for de-AT), else
// that of the labels, else English, else the first there is.
func (x *lexicon) textIn(texts map[string]any) string {
	base, _, _ := strings.Cut(x.wanted, "-")
	first := []string{x.wanted, base, x.lang, "en"}
	for _, lang := range append(first, slices.Sorted(maps.Keys(texts))...) {
		if s, ok := texts[lang].(string); ok && strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}
