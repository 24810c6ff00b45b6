package profile

import (
	"regexp"
	"slices"
	"strings"

	"allot/internal/identity/settings"
	"allot/internal/platform/field"
)

// AddressScheme is a kind of electronic address, with its code in the list EAS of the
// European Commission, which EN 16931 uses.
type AddressScheme struct {
	Code string `json:"code" example:"9930"`
	Name string `json:"name" example:"VAT number of Germany"`

	clean   func(string) string
	fits    func(string) bool
	problem string // of an address that does not fit
	values  []any  // in the problem
}

// schemeEmail is the scheme of an address without one.
const schemeEmail = "EM"

// Schemes lists the schemes that a profile can have: those of the countries that hotels and
// tour operators are in, as far as the list has one, and the international ones.
var Schemes = slices.Concat([]AddressScheme{
	{schemeEmail, "E-mail address", field.CleanEmail, field.IsEmail, "must be an e-mail address such as invoices@example.com", nil},
	{"0088", "Global Location Number (GLN)", compact, isGLN, "must be a GLN: 13 digits, of which the last is a check digit", nil},
	{"0204", "Leitweg-ID (Germany)", compact, leitwegForm.MatchString, "must be a Leitweg-ID such as 04011000-1234512345-06", nil},
	number("0007", "Organisation number (Sweden)", 10),
	number("0060", "D-U-N-S number", 9),
	number("0106", "Number of the Chamber of Commerce (Netherlands)", 8),
	number("0192", "Organisation number (Norway)", 9),
	number("0208", "Enterprise number (Belgium)", 10),
}, vatSchemes)

// vatSchemes has no scheme for Sweden, whose VAT number was taken off the list.
var vatSchemes = []AddressScheme{
	vat("9910", "HU", "Hungary"), vat("9914", "AT", "Austria"), vat("9920", "ES", "Spain"), vat("9923", "AL", "Albania"),
	vat("9924", "BA", "Bosnia and Herzegovina"), vat("9925", "BE", "Belgium"), vat("9926", "BG", "Bulgaria"),
	vat("9927", "CH", "Switzerland"), vat("9928", "CY", "Cyprus"), vat("9929", "CZ", "Czechia"), vat("9930", "DE", "Germany"),
	vat("9931", "EE", "Estonia"), vat("9932", "GB", "the United Kingdom"), vat("9933", "EL", "Greece"), vat("9934", "HR", "Croatia"),
	vat("9935", "IE", "Ireland"), vat("0211", "IT", "Italy"), vat("9937", "LT", "Lithuania"), vat("9938", "LU", "Luxembourg"),
	vat("9939", "LV", "Latvia"), vat("9941", "ME", "Montenegro"), vat("9942", "MK", "North Macedonia"), vat("9943", "MT", "Malta"),
	vat("9944", "NL", "the Netherlands"), vat("9945", "PL", "Poland"), vat("9946", "PT", "Portugal"), vat("9947", "RO", "Romania"),
	vat("9948", "RS", "Serbia"), vat("9949", "SI", "Slovenia"), vat("9950", "SK", "Slovakia"), vat("9952", "TR", "Türkiye"),
	vat("9957", "FR", "France"),
}

// schemeOf finds a scheme by its code; an empty one is that of e-mail addresses.
func schemeOf(code string) (AddressScheme, bool) {
	if code == "" {
		code = schemeEmail
	}
	i := slices.IndexFunc(Schemes, func(s AddressScheme) bool { return s.Code == code })
	if i < 0 {
		return AddressScheme{}, false
	}
	return Schemes[i], true
}

var (
	// leitwegForm has up to 12 digits for the authority, an optional part of the
	// authority's own, and check digits. These are not computed: official examples have
	// wrong ones.
	leitwegForm = regexp.MustCompile(`^[0-9]{2,12}(-[A-Z0-9]{1,30})?-[0-9]{2}$`)
	glnForm     = regexp.MustCompile(`^[0-9]{13}$`)
	digitsForm  = regexp.MustCompile(`^[0-9]+$`)
	// bareVATForm is a VAT number without its country.
	bareVATForm = regexp.MustCompile(`^[A-Z]?[0-9][A-Z0-9]{1,12}$`)
	separators  = strings.NewReplacer(" ", "", ".", "", "-", "")
)

// compact returns an identifier in capitals without spaces.
func compact(s string) string { return strings.ToUpper(strings.Join(strings.Fields(s), "")) }

// number is the scheme of an identifier that has only digits.
func number(code, name string, digits int) AddressScheme {
	return AddressScheme{
		Code: code, Name: name,
		clean:   func(s string) string { return separators.Replace(compact(s)) },
		fits:    func(s string) bool { return len(s) == digits && digitsForm.MatchString(s) },
		problem: "must have %d digits", values: []any{digits},
	}
}

// vat is the scheme of a country's VAT numbers. They are accepted with and without the
// country in front, because networks differ: Greek addresses in Peppol have none.
func vat(code, prefix, country string) AddressScheme {
	return AddressScheme{
		Code: code, Name: "VAT number of " + country,
		clean: settings.CleanVATID,
		fits: func(s string) bool {
			return strings.HasPrefix(s, prefix) && settings.IsVATID(s) || bareVATForm.MatchString(s)
		},
		problem: "must be a VAT number of %s, with or without %s in front", values: []any{country, prefix},
	}
}

// isGLN reports whether s has 13 digits and the right check digit.
func isGLN(s string) bool {
	if !glnForm.MatchString(s) {
		return false
	}
	sum := 0
	for i, r := range s {
		digit := int(r - '0')
		if i%2 == 1 {
			digit *= 3
		}
		sum += digit
	}
	return sum%10 == 0
}
