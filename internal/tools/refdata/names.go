package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"allot/internal/platform/iso"
	"allot/internal/platform/money"
)

// spoken are the languages of names: those of guests and hosts around the
// Mediterranean. The first is the default.
var spoken = []string{
	"en", "ar", "bg", "cs", "da", "de", "el", "es", "fi", "fr", "he", "hr", "hu", "it",
	"nb", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk",
}

// name is a line of the table of names.
type name struct{ kind, code, text, symbol string }

// names writes the names of countries, currencies and languages: language, kind,
// code, name, symbol, in the alphabetical order of the language.
func (m *maker) names() error {
	var out []string
	english := map[string]string{}
	for _, lang := range spoken {
		list, err := m.namesIn(lang)
		if err != nil {
			return err
		}
		for i, n := range list {
			if lang == spoken[0] {
				english[n.kind+n.code] = n.text
			}
			list[i].text = cmp.Or(n.text, english[n.kind+n.code])
			if list[i].text == "" || strings.ContainsAny(list[i].text+n.symbol, "\t\n") {
				return fmt.Errorf("%s has no usable name for %s %s", lang, n.kind, n.code)
			}
		}
		col := collate.New(language.MustParse(lang))
		slices.SortStableFunc(list, func(a, b name) int {
			if c := strings.Compare(a.kind, b.kind); c != 0 {
				return c
			}
			return col.CompareString(a.text, b.text)
		})
		for _, n := range list {
			out = append(out, strings.Join([]string{lang, n.kind, n.code, n.text, n.symbol}, "\t"))
		}
	}
	return m.pack("names.tsv.zst", []byte(strings.Join(out, "\n")+"\n"))
}

type localeNames struct {
	Territories map[string]string `json:"territories"`
	Languages   map[string]string `json:"languages"`
}

type currencyName struct {
	Name   string `json:"displayName"`
	Symbol string `json:"symbol"`
	Narrow string `json:"symbol-alt-narrow"`
}

func (m *maker) namesIn(lang string) ([]name, error) {
	locale := lang
	if lang == "nb" {
		locale = "no" // where the source keeps Bokmål
	}
	var territories, languages struct {
		Main map[string]struct {
			Names localeNames `json:"localeDisplayNames"`
		} `json:"main"`
	}
	var currencies struct {
		Main map[string]struct {
			Numbers struct {
				Currencies map[string]currencyName `json:"currencies"`
			} `json:"numbers"`
		} `json:"main"`
	}
	for file, v := range map[string]any{"territories.json": &territories, "languages.json": &languages} {
		if err := m.readJSON(v, "cldr-localenames-full", "main", locale, file); err != nil {
			return nil, err
		}
	}
	if err := m.readJSON(&currencies, "cldr-numbers-full", "main", locale, "currencies.json"); err != nil {
		return nil, err
	}
	var out []name
	for _, code := range iso.Countries() {
		out = append(out, name{"country", code, countryName(code, territories.Main[locale].Names.Territories), ""})
	}
	for code, text := range languages.Main[locale].Names.Languages {
		if len(code) == 2 && iso.IsLanguage(code) && text != code {
			out = append(out, name{"language", code, text, ""})
		}
	}
	out = append(out, currencyNames(currencies.Main[locale].Numbers.Currencies)...)
	slices.SortFunc(out, func(a, b name) int { return strings.Compare(a.kind+a.code, b.kind+b.code) })
	return out, nil
}

// countryName returns the name, or the short form for Hong Kong and Macau.
func countryName(code string, names map[string]string) string {
	if short := names[code+"-alt-short"]; short != "" && (code == "HK" || code == "MO") {
		return short // without the name of the administration
	}
	return names[code]
}

// currencyNames gives each currency the shortest symbol that no other has:
// ₺ and zł, but CA$ and not $.
func currencyNames(all map[string]currencyName) []name {
	users := map[string]int{}
	for _, c := range money.Currencies() {
		users[all[string(c)].Narrow]++
	}
	var out []name
	for _, c := range money.Currencies() {
		n := all[string(c)]
		symbol := n.Symbol
		if n.Narrow != "" && users[n.Narrow] == 1 {
			symbol = n.Narrow
		}
		if symbol == "" {
			symbol = string(c)
		}
		out = append(out, name{"currency", string(c), n.Name, symbol})
	}
	return out
}
