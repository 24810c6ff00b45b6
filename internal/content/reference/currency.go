package reference

import (
	"fmt"

	"allot/internal/platform/money"
)

// Currency is a currency of ISO 4217 that amounts may be in.
type Currency struct {
	Code       string `json:"code" doc:"ISO 4217" example:"EUR"`
	Numeric    string `json:"numeric" doc:"ISO 4217 numeric" example:"978"`
	Name       string `json:"name" doc:"In the language of the answer" example:"Euro"`
	Symbol     string `json:"symbol" doc:"As the language writes it; the code where there is none" example:"€"`
	MinorUnits int32  `json:"minor_units" doc:"Decimals of an amount" example:"2"`
}

// loadCurrencies returns the numeric codes of the currencies that package money accepts.
func loadCurrencies() (map[string]string, error) {
	rows, err := readRows("currencies.tsv", 2)
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(rows))
	for _, r := range rows {
		if !money.Currency(r[0]).Valid() {
			return nil, fmt.Errorf("embedded currencies.tsv has %s, which is no currency", r[0])
		}
		out[r[0]] = r[1]
	}
	return out, nil
}

// Currencies lists every currency in the alphabetical order of lang, a language that Language
// returned.
func (s *Service) Currencies(lang string) []Currency {
	list := s.names.in(lang, kindCurrency)
	out := make([]Currency, len(list))
	for i, n := range list {
		out[i] = Currency{
			Code: n.code, Numeric: s.numerics[n.code], Name: n.text, Symbol: n.symbol,
			MinorUnits: money.Currency(n.code).MinorUnits(),
		}
	}
	return out
}
