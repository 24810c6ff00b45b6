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

// measures are units that stand at the number; the others are counted things.
var measures = map[string]bool{"m": true, "m2": true, "cm": true, "min": true, "kg": true, "deg": true}

// idiom is how a language writes what the labels have no key for.
type idiom struct {
	yes, no, daily string
	comma          string
	date           func(civil.Date) string
	day            func(month, day int) string
}

var months = []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}

var idioms = map[string]idiom{
	"en": {
		"Yes", "No", "daily", ".",
		func(d civil.Date) string {
			y, m, day := d.YMD()
			return fmt.Sprintf("%d %s %d", day, months[m-1], y)
		},
		func(m, d int) string { return fmt.Sprintf("%d %s", d, months[m-1]) },
	},
	"de": {"Ja", "Nein", "täglich", ",", dated("%02d.%02d.%04d"), numbered("%02d.%02d.")},
	"tr": {"Evet", "Hayır", "her gün", ",", dated("%02d.%02d.%04d"), numbered("%02d.%02d")},
	"el": {"Ναι", "Όχι", "καθημερινά", ",", dated("%02d/%02d/%04d"), numbered("%02d/%02d")},
}

func dated(layout string) func(civil.Date) string {
	return func(d civil.Date) string {
		y, m, day := d.YMD()
		return fmt.Sprintf(layout, day, m, y)
	}
}

func numbered(layout string) func(month, day int) string {
	return func(m, d int) string { return fmt.Sprintf(layout, d, m) }
}

// value puts a value of a valid record into words.
func (x *lexicon) value(f *Field, v any) string {
	switch v := v.(type) {
	case bool:
		if v {
			return idioms[x.lang].yes
		}
		return idioms[x.lang].no
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

func (x *lexicon) number(f *Field, s string) string {
	switch {
	case f.Unit == "year": // is a name rather than a number
		return s
	case f.Unit == "deg":
		return idioms[x.lang].decimal(s) + x.unit(f)
	case measures[f.Unit]:
		return idioms[x.lang].decimal(s) + " " + x.unit(f)
	}
	return idioms[x.lang].decimal(s)
}

// decimal writes a number such as 1250.5 as people do, "1.250,5" in German.
func (i idiom) decimal(s string) string {
	const group = 3
	digits := strings.TrimLeft(s, "-")
	sign := s[:len(s)-len(digits)]
	whole, rest, fraction := strings.Cut(digits, ".")
	thousands := ","
	if i.comma == thousands {
		thousands = "."
	}
	for at := len(whole) - group; at > 0; at -= group {
		whole = whole[:at] + thousands + whole[at:]
	}
	if fraction {
		whole += i.comma + rest
	}
	return sign + whole
}

func (x *lexicon) text(f *Field, s string) string {
	switch {
	case f.Type == TypeEnum:
		return x.label(f, s)
	case f.Format == "date":
		if d, err := civil.Parse(s); err == nil {
			return idioms[x.lang].date(d)
		}
	case f.Format == "month-day" && isMonthDay(s):
		var m, d int
		if _, err := fmt.Sscanf(s, "%d-%d", &m, &d); err == nil {
			return idioms[x.lang].day(m, d)
		}
	case f.Format == "amount" && amountForm.MatchString(s):
		return idioms[x.lang].decimal(s)
	case f.Format == "country":
		if r, err := language.ParseRegion(s); err == nil {
			return display.Regions(language.MustParse(x.lang)).Name(r)
		}
	case f.Format == "language":
		return x.languageName(s)
	}
	return s
}

// languageName is the name of a language in this one; a tag without a name
// stays as it is.
func (x *lexicon) languageName(tag string) string {
	t, err := language.Parse(tag)
	if err != nil {
		return tag
	}
	if name := display.Tags(language.MustParse(x.lang)).Name(t); name != "" {
		return name
	}
	return tag
}

func (x *lexicon) list(f *Field, list []any) string {
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

// object words the shared types; a free object occurs in lists only, as a table.
func (x *lexicon) object(f *Field, m map[string]any) string {
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

// days writes three and more days in a row as a range.
func (x *lexicon) days(hours *Field, v any) string {
	f, ok := findField(hours.Fields, "days")
	list, _ := v.([]any)
	if !ok || len(list) == 0 || len(list) == len(f.Item.Values) {
		return idioms[x.lang].daily
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
