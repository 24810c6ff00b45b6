package facts

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"allot/internal/platform/civil"
)

// measures are the units that are written beside the number; the others are counted things.
var measures = map[string]bool{"m": true, "m2": true, "cm": true, "min": true, "kg": true, "deg": true}

// unlabelled are the words that the labels have no keys for.
var unlabelled = map[string]struct{ yes, no, daily string }{
	"en": {"Yes", "No", "daily"},
	"de": {"Ja", "Nein", "täglich"},
	"tr": {"Evet", "Hayır", "her gün"},
	"el": {"Ναι", "Όχι", "καθημερινά"},
}

// value returns a value of a valid record as text.
func (x *labelSet) value(f *Field, v any) string {
	switch v := v.(type) {
	case bool:
		if v {
			return unlabelled[x.lang].yes
		}
		return unlabelled[x.lang].no
	case json.Number:
		return x.number(f, v.String())
	case string:
		return x.text(f, v)
	case []any:
		return x.list(f, v)
	}
	if m, ok := asObject(v); ok {
		return x.object(f, m)
	}
	return ""
}

func (x *labelSet) number(f *Field, s string) string {
	switch {
	case f.Unit == "year": // a year has no separator
		return s
	case f.Unit == "deg":
		return x.format.Number(s) + x.unit(f)
	case measures[f.Unit]:
		return x.format.Number(s) + " " + x.unit(f)
	}
	return x.format.Number(s)
}

func (x *labelSet) text(f *Field, s string) string {
	switch {
	case f.Type == TypeEnum:
		return x.label(f, s)
	case f.Format == "date":
		if d, err := civil.Parse(s); err == nil {
			return x.format.Date(d)
		}
	case f.Format == "month-day" && isMonthDay(s):
		var m, d int
		if _, err := fmt.Sscanf(s, "%d-%d", &m, &d); err == nil {
			return x.format.DayOfYear(m, d)
		}
	case f.Format == "amount" && amountForm.MatchString(s):
		return x.format.Money(s)
	case f.Format == "country":
		if r, err := language.ParseRegion(s); err == nil {
			return display.Regions(language.MustParse(x.lang)).Name(r)
		}
	case f.Format == "language":
		return x.languageName(s)
	}
	return s
}

// languageName returns the name of a language in this one, or the tag if it has no name.
func (x *labelSet) languageName(tag string) string {
	t, err := language.Parse(tag)
	if err != nil {
		return tag
	}
	if name := display.Tags(language.MustParse(x.lang)).Name(t); name != "" {
		return name
	}
	return tag
}

func (x *labelSet) list(f *Field, list []any) string {
	if f.Item == nil {
		return ""
	}
	separator := ", "
	if f.Item.Type == TypeObject {
		separator = "; "
	}
	words := make([]string, 0, len(list))
	for _, e := range list {
		words = append(words, x.value(f.Item, e))
	}
	return strings.Join(words, separator)
}

// object formats the shared types; other objects occur only in lists, as tables.
func (x *labelSet) object(f *Field, m map[string]any) string {
	word := func(key string) string {
		if g, ok := findField(f.Fields, key); ok && m[key] != nil {
			return x.value(g, m[key])
		}
		return ""
	}
	switch f.Def {
	case "i18n":
		return x.textIn(m)
	case "money":
		return word("amount") + " " + word("currency")
	case "hours":
		return x.days(f, m["days"]) + " " + word("from") + "–" + word("to")
	}
	return word("from") + " – " + word("to")
}

// days formats three and more consecutive days as a range.
func (x *labelSet) days(hours *Field, v any) string {
	f, ok := findField(hours.Fields, "days")
	list, _ := v.([]any)
	if !ok || len(list) == 0 || len(list) == len(f.Item.Values) {
		return unlabelled[x.lang].daily
	}
	open := func(i int) bool { return i < len(f.Item.Values) && slices.Contains(list, any(f.Item.Values[i])) }
	var words []string
	for i := 0; i < len(f.Item.Values); i++ {
		last := i
		for open(last + 1) {
			last++
		}
		switch name := x.label(f.Item, f.Item.Values[i]); {
		case !open(i):
		case last-i >= 2:
			words = append(words, name+"–"+x.label(f.Item, f.Item.Values[last]))
			i = last
		default:
			words = append(words, name)
		}
	}
	return strings.Join(words, ", ")
}
