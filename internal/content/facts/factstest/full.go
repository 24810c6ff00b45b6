// Package factstest makes records for tests out of the catalogue: full valid
// ones, and bodies that every way into the program must refuse.
//
// Both follow the schemas, so a new field is covered without a line here. Equal
// seeds give equal records.
package factstest

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"

	"allot/internal/content/facts"
)

// Full is a valid record with every field of the category filled, in the form
// in which Merge returns it.
func Full(c *facts.Category, seed uint64) facts.Record {
	g := newGenerator(c, seed)
	out := facts.Record{}
	for _, f := range c.Fields {
		out[f.Key] = g.value(f)
	}
	return out
}

type generator struct{ *rand.Rand }

func newGenerator(c *facts.Category, seed uint64) generator {
	return generator{rand.New(rand.NewPCG(seed, uint64(c.Order)))}
}

// texts are valid values of the formats.
var texts = map[string][]string{
	"email":       {"sales@hotel.example.com", "o'neill+desk@xn--bcher-kva.example"},
	"uri":         {"https://www.example.com/hotel?id=1#rooms", "http://example.com"},
	"date":        {"2026-02-28", "2024-02-29", "1999-12-31"},
	"hour-minute": {"00:00", "07:30", "23:59"},
	"month-day":   {"01-01", "02-29", "10-31"},
	"country":     {"GR", "TR", "DE"},
	"currency":    {"EUR", "TRY", "JPY"},
	"language":    {"en", "de", "tr", "el", "pt-BR", "zh-Hant"},
	"timezone":    {"Europe/Athens", "UTC"},
	"phone":       {"+302810123456", "+4930123456"},
	"amount":      {"12.50", "0", "999999999.9999"},
}

func (g generator) value(f *facts.Field) any {
	switch f.Type {
	case facts.TypeText:
		return g.text(f)
	case facts.TypeEnum:
		return f.Values[g.IntN(len(f.Values))]
	case facts.TypeInteger, facts.TypeNumber:
		return g.number(f)
	case facts.TypeBool:
		return g.IntN(2) == 0
	case facts.TypeI18n:
		return map[string]any{"en": g.words(f.MaxLength), "de": "Größe ☀\n" + g.words(20), "pt-BR": g.words(30)}
	case facts.TypeList:
		return g.list(f)
	case facts.TypeObject:
		return g.object(f)
	}
	panic("factstest: no value for a field of type " + string(f.Type))
}

func (g generator) text(f *facts.Field) string {
	switch {
	case f.Format != "":
		return texts[f.Format][g.IntN(len(texts[f.Format]))]
	case f.Pattern != nil:
		return f.Example
	}
	return g.words(f.MaxLength)
}

func (g generator) words(longest int) string {
	all := []string{"Sea", "Ηλιος", "Güneş", "Blick", "O'Hara", "№ 7", "<b>", "\"quoted\"", "&", "海"}
	var b strings.Builder
	b.WriteString("A" + strconv.Itoa(g.IntN(1000)))
	for range g.IntN(4) {
		b.WriteString(" " + all[g.IntN(len(all))])
	}
	r := []rune(b.String())
	return string(r[:min(len(r), longest)])
}

func (g generator) number(f *facts.Field) json.Number {
	low, high := f.Min.IntPart(), f.Max.IntPart()
	n := low + g.Int64N(high-low) // below the maximum, so that a half fits
	s := strconv.FormatInt(n, 10)
	if f.Type == facts.TypeNumber && n >= 0 && g.IntN(2) == 0 {
		s += ".5"
	}
	return json.Number(s)
}

func (g generator) list(f *facts.Field) []any {
	n := 1 + g.IntN(min(3, f.MaxItems))
	out := make([]any, 0, n)
	seen := map[any]bool{}
	for range n {
		v := g.value(f.Item)
		if s, ok := v.(string); ok && f.Unique {
			if seen[s] {
				continue
			}
			seen[s] = true
		}
		out = append(out, v)
	}
	return out
}

func (g generator) object(f *facts.Field) map[string]any {
	out := map[string]any{}
	for _, sub := range f.Fields {
		if sub.Needed || g.IntN(4) > 0 {
			out[sub.Key] = g.value(sub)
		}
	}
	return out
}
