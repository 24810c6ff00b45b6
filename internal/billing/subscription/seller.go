package subscription

import (
	"strings"

	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/iso"
	"allot/internal/platform/money"
)

// Seller is the operator of this platform, as its bills show it. Staff enter it.
type Seller struct {
	Name               string       `json:"name"`
	VATID              string       `json:"vat_id"`
	RegistrationNumber string       `json:"registration_number"`
	Address            string       `json:"address"`
	PostalCode         string       `json:"postal_code"`
	City               string       `json:"city"`
	Country            string       `json:"country"`
	ContactName        string       `json:"contact_name"`
	ContactPhone       string       `json:"contact_phone"`
	ContactEmail       string       `json:"contact_email"`
	IBAN               string       `json:"iban" doc:"E-invoices must name an account, also where a card is charged"`
	BIC                string       `json:"bic"`
	VATRate            money.Amount `json:"vat_rate" doc:"Percent, for customers in the same country; 0: exempt there, such as a small business"`
}

// SellerInput changes the seller; nil leaves a field as it is, empty clears it. Without a rate,
// a new country brings its standard rate.
type SellerInput struct {
	Name, VATID, RegistrationNumber, Address, PostalCode, City, Country *string
	ContactName, ContactPhone, ContactEmail, IBAN, BIC                  *string
	VATRate                                                             *money.Amount
}

// firstSeller stands on the bills of the sandbox until staff have entered another one.
var firstSeller = Seller{Name: "Allot", Country: "DE", VATRate: standardRate("DE")}

// complete reports whether bills can be written: whoever takes money says who it is.
func (s Seller) complete() bool {
	return s.Name != "" && s.Address != "" && s.City != "" && s.Country != "" && (s.VATID != "" || s.RegistrationNumber != "")
}

const (
	maxSellerName   = 200
	maxRegistration = 100
	maxContact      = 100
	maxRate         = 40
)

func (in SellerInput) apply(s *Seller) error {
	country := s.Country
	for _, c := range []struct{ to, from *string }{
		{&s.Name, in.Name},
		{&s.VATID, in.VATID},
		{&s.RegistrationNumber, in.RegistrationNumber},
		{&s.Address, in.Address},
		{&s.PostalCode, in.PostalCode},
		{&s.City, in.City},
		{&s.Country, in.Country},
		{&s.ContactName, in.ContactName},
		{&s.ContactPhone, in.ContactPhone},
		{&s.ContactEmail, in.ContactEmail},
		{&s.IBAN, in.IBAN},
		{&s.BIC, in.BIC},
	} {
		if c.from != nil {
			*c.to = strings.TrimSpace(*c.from)
		}
	}
	s.Country, s.VATID = strings.ToUpper(s.Country), cleanVATNumber(s.VATID)
	s.IBAN, s.BIC = document.CleanAccount(s.IBAN), document.CleanAccount(s.BIC)
	switch {
	case in.VATRate != nil:
		s.VATRate = *in.VATRate
	case s.Country != country:
		s.VATRate = standardRate(s.Country)
	}
	return s.check()
}

func (s Seller) check() error {
	var f apperr.Fields
	f.Check(s.Name != "", "name", "must not be empty")
	field.CheckLine(&f, "name", s.Name, maxSellerName)
	f.Check(iso.IsCountry(s.Country), "country", "must be a country code of two letters, such as DE")
	f.Checkf(s.VATID == "" || vatNumberOf(s.VATID, s.Country), "vat_id", "must be a VAT number of the country, such as %s123456789, or empty", vatPrefix(s.Country))
	field.CheckLine(&f, "registration_number", s.RegistrationNumber, maxRegistration)
	field.CheckLine(&f, "address", s.Address, maxStreet)
	field.CheckLine(&f, "postal_code", s.PostalCode, maxPostalCode)
	field.CheckLine(&f, "city", s.City, maxCity)
	field.CheckLine(&f, "contact_name", s.ContactName, maxContact)
	if s.ContactPhone != "" {
		field.CheckPhone(&f, "contact_phone", s.ContactPhone)
	}
	if s.ContactEmail != "" {
		field.CheckEmail(&f, "contact_email", s.ContactEmail)
	}
	f.Check(s.IBAN == "" || document.IsIBAN(s.IBAN), "iban", "must be an IBAN, or empty")
	f.Check(s.BIC == "" || document.IsBIC(s.BIC), "bic", "must be a BIC, or empty")
	f.Checkf(s.VATRate.Sign() >= 0 && s.VATRate.Cmp(rateLimit) <= 0, "vat_rate", "must be 0 to %d percent", maxRate)
	return f.Err()
}
