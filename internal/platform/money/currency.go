package money

import (
	"errors"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Currency is a code of ISO 4217 in upper case, such as EUR.
type Currency string

// ErrCurrency refuses a text that is not a currency. Its message fits an
// apperr.FieldError.
var ErrCurrency = errors.New("must be a currency code of ISO 4217 in upper case, such as EUR")

// currencies are the codes in use, and two that recently were (ANG, BGN) and are
// on old documents.
const currencies = ` AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN
 BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
 GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR
 LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP
 PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP
 TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG `

// Currencies lists every code that is Valid, in alphabetical order.
func Currencies() []Currency {
	codes := strings.Fields(currencies)
	out := make([]Currency, len(codes))
	for i, code := range codes {
		out[i] = Currency(code)
	}
	return out
}

// ParseCurrency refuses codes that no country uses.
func ParseCurrency(s string) (Currency, error) {
	if !Currency(s).Valid() {
		return "", ErrCurrency
	}
	return Currency(s), nil
}

// Valid reports whether c is a code that a country uses. The schema checks only
// the form.
func (c Currency) Valid() bool {
	return len(c) == 3 && !strings.ContainsAny(string(c), " \n") && strings.Contains(currencies, string(c))
}

// MinorUnits returns how many decimals the currency has.
func (c Currency) MinorUnits() int32 {
	switch c {
	case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF":
		return 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		return 3
	default:
		return 2
	}
}

// Schema documents the form.
func (Currency) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Pattern: "^[A-Z]{3}$", PatternDescription: "a currency code of ISO 4217 such as EUR",
		Description: "Currency code of ISO 4217", Examples: []any{"EUR"},
	}
}
