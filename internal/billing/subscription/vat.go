package subscription

import (
	"strings"

	"github.com/shopspring/decimal"

	"allot/internal/invoicing/document"
	"allot/internal/platform/money"
)

// standardRates are the standard rates of VAT in the European Union, in tenths of a percent, as
// of 2026. A consumer, or a business without a VAT number, pays that of its country.
var standardRates = map[string]int64{
	"AT": 200, "BE": 210, "BG": 200, "CY": 190, "CZ": 210, "DE": 190, "DK": 250, "EE": 240, "ES": 210, "FI": 255, "FR": 200,
	"GR": 240, "HR": 250, "HU": 270, "IE": 230, "IT": 220, "LT": 210, "LU": 170, "LV": 210, "MT": 180, "NL": 210, "PL": 230,
	"PT": 230, "RO": 210, "SE": 250, "SI": 220, "SK": 230,
}

// inEU reports whether a country belongs to the European Union.
func inEU(country string) bool { return standardRates[country] != 0 }

// Tax is how a charge is taxed.
type Tax struct {
	Category document.Category `json:"category"`
	Rate     money.Amount      `json:"rate"` // percent
}

// taxOf decides how what the platform sells a customer is taxed: electronic services are taxed
// where the customer is. At home and for customers in the European Union without a VAT number
// there is VAT, a business elsewhere in the Union owes it itself, and outside there is none.
func taxOf(seller Seller, buyer Address) Tax {
	switch {
	case buyer.Country == seller.Country && seller.VATRate.Sign() > 0:
		return Tax{document.CategoryStandard, seller.VATRate}
	case buyer.Country == seller.Country:
		return Tax{Category: document.CategoryExempt}
	case !inEU(seller.Country) || !inEU(buyer.Country):
		return Tax{Category: document.CategoryOutsideScope}
	case buyer.VATNumber != "":
		return Tax{Category: document.CategoryReverse}
	}
	return Tax{document.CategoryStandard, standardRate(buyer.Country)}
}

func standardRate(country string) money.Amount {
	const tenths = -1
	return money.New(decimal.New(standardRates[country], tenths))
}

// vatPrefix is the code with which the VAT numbers of a country begin.
func vatPrefix(country string) string {
	if country == "GR" {
		return "EL"
	}
	return country
}

// cleanVATNumber removes what people write between the parts of a VAT number.
func cleanVATNumber(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '.' || r == '-' {
			return -1
		}
		return r
	}, strings.ToUpper(strings.TrimSpace(s)))
}
