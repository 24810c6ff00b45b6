package reference_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/reference"
	"allot/internal/platform/money"
)

func TestService_Currencies(t *testing.T) {
	t.Parallel()

	t.Run("names and symbols are those of the language", func(t *testing.T) {
		t.Parallel()
		for lang, want := range map[string][]reference.Currency{
			"en": {
				{Code: "EUR", Numeric: "978", Name: "Euro", Symbol: "€", MinorUnits: 2},
				{Code: "TRY", Numeric: "949", Name: "Turkish Lira", Symbol: "₺", MinorUnits: 2},
				{Code: "USD", Numeric: "840", Name: "US Dollar", Symbol: "$", MinorUnits: 2},
				{Code: "CAD", Numeric: "124", Name: "Canadian Dollar", Symbol: "CA$", MinorUnits: 2},
				{Code: "JPY", Numeric: "392", Name: "Japanese Yen", Symbol: "¥", MinorUnits: 0},
				{Code: "TND", Numeric: "788", Name: "Tunisian Dinar", Symbol: "TND", MinorUnits: 3},
			},
			"de": {{Code: "CHF", Numeric: "756", Name: "Schweizer Franken", Symbol: "CHF", MinorUnits: 2}},
			"tr": {{Code: "GBP", Numeric: "826", Name: "İngiliz sterlini", Symbol: "£", MinorUnits: 2}},
			"el": {{Code: "EUR", Numeric: "978", Name: "Ευρώ", Symbol: "€", MinorUnits: 2}},
		} {
			got := service(t).Currencies(lang)
			for _, c := range want {
				require.Contains(t, got, c, lang)
			}
		}
	})

	t.Run("they are exactly those that amounts may be in", func(t *testing.T) {
		t.Parallel()
		for _, lang := range []string{"en", "de", "el", "tr", "ar"} {
			var codes []money.Currency
			numerics := map[string]string{}
			for _, c := range service(t).Currencies(lang) {
				codes = append(codes, money.Currency(c.Code))
				require.Regexp(t, `^[0-9]{3}$`, c.Numeric, c.Code)
				if c.Code != "ANG" { // the guilder after it has its number too
					require.NotContains(t, numerics, c.Numeric, c.Code)
					numerics[c.Numeric] = c.Code
				}
				require.NotEmpty(t, c.Name, c.Code)
				require.NotEmpty(t, c.Symbol, c.Code)
			}
			require.ElementsMatch(t, money.Currencies(), codes, lang)
		}
	})
}
