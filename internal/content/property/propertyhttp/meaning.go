package propertyhttp

import (
	"fmt"
	"strings"

	"allot/internal/content/facts"
)

// meaning says what a field of the catalogue holds: how to fill it, where the catalogue says so, else
// its title with the form of its values.
func meaning(f *facts.Field) string {
	if f.Description != "" || f.Title == "" {
		return f.Description
	}
	return f.Title + form(f)
}

// shared says the form of the values of shared types.
var shared = map[string]string{
	"offer":    ": no, or on which terms; absent: not known",
	"i18n":     ": a text for each language, by its tag such as en or de",
	"time":     ": local time of the property, such as 14:00",
	"timespan": ": from one time of day to another, in local time of the property",
	"hours":    ": times of day, on the days that each names or on all",
	"season":   ": the same part of every year, over the turn of the year where to is before from",
	"monthday": ": month and day, such as 05-01",
	"date":     ": a day, such as 2030-05-01",
	"money":    ": amount and currency",
	"lang":     ": tags of languages, such as en or de",
	"country":  ": code of ISO 3166-1 with two letters",
	"currency": ": code of ISO 4217",
	"email":    ": an address for e-mail",
	"url":      ": an address on the web",
}

func form(f *facts.Field) string {
	if text, ok := shared[f.Def]; ok {
		return text
	}
	switch f.Type { //nolint:exhaustive // all others are texts
	case facts.TypeBool:
		return ": true if it is so; absent: not known, which is not false"
	case facts.TypeEnum:
		return ": one of the codes" + labels(f)
	case facts.TypeList:
		return listForm(f.Item)
	case facts.TypeInteger, facts.TypeNumber:
		return unit(f)
	}
	if f.Format == "amount" {
		return ": a decimal number, as text"
	}
	return fmt.Sprintf(": text of at most %d characters", f.MaxLength)
}

func listForm(item *facts.Field) string {
	switch {
	case shared[item.Def] != "":
		return shared[item.Def]
	case item.Type == facts.TypeEnum:
		return ": any of the codes" + labels(item)
	default:
		return ": an entry for each"
	}
}

// labels says what codes mean that do not say it themselves.
func labels(f *facts.Field) string {
	var told []string
	for _, code := range f.Values {
		if label := f.Labels[code]; plain(label) != plain(code) {
			told = append(told, code+" is "+label)
		}
	}
	if len(told) == 0 {
		return "; each says what it means"
	}
	return "; " + strings.Join(told, ", ")
}

// plain returns a text without what a code cannot have.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-", r) {
			return -1
		}
		return r
	}, strings.ToLower(text))
}

// measured are the units in which something is measured, not counted.
var measured = map[string]string{"m": "metres", "m2": "square metres", "cm": "centimetres", "kg": "kilograms", "min": "minutes", "deg": "degrees", "years": "full years"}

func unit(f *facts.Field) string {
	switch {
	case f.Unit == "year":
		return ": a year, such as 1998"
	case measured[f.Unit] != "":
		return ", in " + measured[f.Unit]
	case f.Unit != "":
		return ": a number of " + f.UnitLabel
	}
	return ": how many"
}
