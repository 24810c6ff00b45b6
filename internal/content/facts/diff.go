package facts

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Change is one difference between two sheets.
type Change struct {
	Category string
	Record   int64  // id of the array record, 0 in a single category
	Pointer  string // "/rooms/17/beds", "/general/short_description/de", "/rooms/18"
	Before   any    // nil where it was added
	After    any    // nil where it was removed

	category *Category
	field    *Field // nil if a whole record was added or removed
	lang     string // of one text of an i18n
	name     string // of the record, for people
}

// Diff lists the differences between two sheets in the order of the sheet. Records of array
// categories are matched by id, so that another order is no change; texts are compared by
// language.
func (c *Catalogue) Diff(before, after Sheet) []Change {
	var out []Change
	for _, cat := range c.categories {
		if !cat.IsArray() {
			base := Change{Category: cat.Key, Pointer: "/" + cat.Key, category: cat}
			out = base.compare(out, single(before[cat.Key]), single(after[cat.Key]))
			continue
		}
		out = cat.diffRecords(out, before[cat.Key], after[cat.Key])
	}
	return out
}

func single(entries []Entry) Record {
	if len(entries) == 0 {
		return nil
	}
	return entries[0].Data
}

func (c *Category) diffRecords(out []Change, before, after []Entry) []Change {
	now := make(map[int64]Entry, len(after))
	for _, e := range after {
		now[e.ID] = e
	}
	was := make(map[int64]bool, len(before))
	for _, e := range before {
		was[e.ID] = true
		base := c.change(e)
		if to, ok := now[e.ID]; ok {
			base.name = c.nameOf(to.Data)
			out = base.compare(out, e.Data, to.Data)
		} else {
			base.Before = e.Data
			out = append(out, base)
		}
	}
	for _, e := range after {
		if !was[e.ID] {
			base := c.change(e)
			base.After = e.Data
			out = append(out, base)
		}
	}
	return out
}

func (c *Category) change(e Entry) Change {
	return Change{
		Category: c.Key, Record: e.ID, Pointer: "/" + c.Key + "/" + strconv.FormatInt(e.ID, 10),
		category: c, name: c.nameOf(e.Data),
	}
}

// nameOf returns the name of a record for people.
func (c *Category) nameOf(r Record) string {
	for _, key := range []string{"name", "person", "code"} {
		if s := r.text(key); s != "" {
			return s
		}
	}
	return ""
}

func (ch Change) compare(out []Change, before, after Record) []Change {
	for _, f := range ch.category.Fields {
		one := ch
		one.field, one.Pointer = f, ch.Pointer+"/"+f.Key
		one.Before, one.After = before[f.Key], after[f.Key]
		if f.Type == TypeI18n {
			out = one.compareTexts(out)
		} else if !equal(one.Before, one.After) {
			out = append(out, one)
		}
	}
	return out
}

func (ch Change) compareTexts(out []Change) []Change {
	before, _ := asObject(ch.Before)
	after, _ := asObject(ch.After)
	langs := map[string]bool{}
	for _, texts := range []map[string]any{before, after} {
		for lang := range texts {
			langs[lang] = true
		}
	}
	for _, lang := range slices.Sorted(maps.Keys(langs)) {
		one := ch
		one.lang, one.Pointer = lang, ch.Pointer+"/"+lang
		one.Before, one.After = before[lang], after[lang]
		if !equal(one.Before, one.After) {
			out = append(out, one)
		}
	}
	return out
}

// equal compares decoded JSON; numbers by value.
func equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, equal)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case json.Number:
		b, ok := b.(json.Number)
		if !ok || a == b {
			return ok
		}
		x, okX := parseNumber(a)
		y, okY := parseNumber(b)
		return okX && okY && x.Equal(y)
	}
	return a == b
}

// Describe returns the place of the change ("Room types › Double Sea View › Beds") and its
// values as texts; a missing value is empty.
func (ch Change) Describe(lang string) (label, before, after string) {
	labels := ch.category.labels.in(lang)
	steps := []string{labels.category(ch.category).Title}
	if ch.name != "" {
		steps = append(steps, ch.name)
	} else if ch.Record != 0 {
		steps = append(steps, strconv.FormatInt(ch.Record, 10))
	}
	if ch.field == nil {
		return strings.Join(steps, " › "), "", ""
	}
	l := ch.line(lang)
	return strings.Join(append(steps, l.Label), " › "), l.Before, l.After
}
