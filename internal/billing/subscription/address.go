package subscription

import (
	"regexp"
	"strings"
	"time"

	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/iso"
)

// Address is whom the bills of an account name.
type Address struct {
	OwnerID      int64     `bun:"owner_id,pk" json:"-"`
	CompanyName  string    `bun:"company_name" json:"company_name"`
	VATNumber    string    `bun:"vat_number" json:"vat_number" doc:"With the code of the country, such as DE123456789; a business elsewhere in the European Union is billed without VAT if it has one"`
	Country      string    `bun:"country" json:"country" doc:"ISO 3166-1 alpha-2"`
	BillingEmail string    `bun:"billing_email" json:"billing_email"`
	Address      string    `bun:"address" json:"address"`
	City         string    `bun:"city" json:"city"`
	PostalCode   string    `bun:"postal_code" json:"postal_code"`
	UpdatedAt    time.Time `bun:"updated_at" json:"-"`
}

// AddressInput changes an address; nil leaves a field as it is, empty clears it.
type AddressInput struct {
	CompanyName, VATNumber, Country, BillingEmail, Address, City, PostalCode *string
}

const (
	maxCompanyName = 200
	maxVATNumber   = 20
	maxStreet      = 300
	maxCity        = 100
	maxPostalCode  = 20
)

// ofCompany is the address of an account that has not given one: that of its company.
func ofCompany(owner int64, c *settings.Company) Address {
	a := Address{OwnerID: owner}
	if c == nil {
		return a
	}
	a.CompanyName, a.Country, a.BillingEmail, a.Address, a.City, a.PostalCode = c.Name, c.Country, c.Email, c.Address, c.City, c.PostalCode
	if c.LegalName != "" {
		a.CompanyName = c.LegalName
	}
	if vat := cleanVATNumber(c.VATID); vatNumberOf(vat, c.Country) {
		a.VATNumber = vat
	}
	return a
}

func (in AddressInput) apply(a *Address) error {
	for _, c := range []struct{ to, from *string }{
		{&a.CompanyName, in.CompanyName},
		{&a.Country, in.Country},
		{&a.BillingEmail, in.BillingEmail},
		{&a.Address, in.Address},
		{&a.City, in.City},
		{&a.PostalCode, in.PostalCode},
		{&a.VATNumber, in.VATNumber},
	} {
		if c.from != nil {
			*c.to = strings.TrimSpace(*c.from)
		}
	}
	a.Country, a.VATNumber = strings.ToUpper(a.Country), cleanVATNumber(a.VATNumber)
	var f apperr.Fields
	f.Check(a.CompanyName != "", "company_name", "must not be empty")
	field.CheckLine(&f, "company_name", a.CompanyName, maxCompanyName)
	f.Check(iso.IsCountry(a.Country), "country", "must be a country code of two letters, such as DE")
	f.Checkf(a.VATNumber == "" || vatNumberOf(a.VATNumber, a.Country), "vat_number", "must be a VAT number of the country, such as %s123456789, or empty", vatPrefix(a.Country))
	if a.BillingEmail != "" {
		field.CheckEmail(&f, "billing_email", a.BillingEmail)
	}
	field.CheckLine(&f, "address", a.Address, maxStreet)
	field.CheckLine(&f, "city", a.City, maxCity)
	field.CheckLine(&f, "postal_code", a.PostalCode, maxPostalCode)
	return f.Err()
}

// vatNumberForms are the VAT numbers of the member states after the code of the country.
var vatNumberForms = map[string]*regexp.Regexp{
	"AT": regexp.MustCompile(`^U\d{8}$`), "BE": regexp.MustCompile(`^[01]\d{9}$`), "BG": regexp.MustCompile(`^\d{9,10}$`),
	"CY": regexp.MustCompile(`^\d{8}[A-Z]$`), "CZ": regexp.MustCompile(`^\d{8,10}$`), "DE": regexp.MustCompile(`^\d{9}$`),
	"DK": regexp.MustCompile(`^\d{8}$`), "EE": regexp.MustCompile(`^\d{9}$`), "GR": regexp.MustCompile(`^\d{9}$`),
	"ES": regexp.MustCompile(`^[A-Z0-9]\d{7}[A-Z0-9]$`), "FI": regexp.MustCompile(`^\d{8}$`), "FR": regexp.MustCompile(`^[A-Z0-9]{2}\d{9}$`),
	"HR": regexp.MustCompile(`^\d{11}$`), "HU": regexp.MustCompile(`^\d{8}$`), "IE": regexp.MustCompile(`^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$`),
	"IT": regexp.MustCompile(`^\d{11}$`), "LT": regexp.MustCompile(`^(\d{9}|\d{12})$`), "LU": regexp.MustCompile(`^\d{8}$`),
	"LV": regexp.MustCompile(`^\d{11}$`), "MT": regexp.MustCompile(`^\d{8}$`), "NL": regexp.MustCompile(`^[A-Z0-9+*]{12}$`),
	"PL": regexp.MustCompile(`^\d{10}$`), "PT": regexp.MustCompile(`^\d{9}$`), "RO": regexp.MustCompile(`^\d{2,10}$`),
	"SE": regexp.MustCompile(`^\d{12}$`), "SI": regexp.MustCompile(`^\d{8}$`), "SK": regexp.MustCompile(`^\d{10}$`),
}

var vatNumberForm = regexp.MustCompile(`^[A-Z0-9]{2,15}$`)

// vatNumberOf reports whether a VAT number can be one of a country. Only the European Union has
// forms that we know: there the number decides who owes the tax.
func vatNumberOf(number, country string) bool {
	form, known := vatNumberForms[country]
	if !known {
		return len(number) <= maxVATNumber && vatNumberForm.MatchString(number)
	}
	rest, ok := strings.CutPrefix(number, vatPrefix(country))
	return ok && form.MatchString(rest)
}
